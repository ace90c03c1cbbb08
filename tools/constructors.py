"""For the documentation site: a class of the stub is called as its `__new__` says."""

import griffe


class Constructors(griffe.Extension):
    """Shows `__new__` where readers look for `__init__`; compiled classes have no other."""

    def on_class_members(self, *, cls: griffe.Class, **_: object) -> None:
        """Name the constructor as the pages expect it."""
        maker = cls.members.get("__new__")
        if isinstance(maker, griffe.Function) and "__init__" not in cls.members:
            cls.set_member("__init__", maker)
