"""An extension of the documentation site: shows how compiled classes are constructed."""

import griffe


class Constructors(griffe.Extension):
    """Shows `__new__` where readers look for `__init__`, which compiled classes do not have."""

    def on_class_members(self, *, cls: griffe.Class, **_: object) -> None:
        """Copy `__new__` to `__init__`, where the pages look for the constructor."""
        maker = cls.members.get("__new__")
        if isinstance(maker, griffe.Function) and "__init__" not in cls.members:
            cls.set_member("__init__", maker)
