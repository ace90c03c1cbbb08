//! The exception classes.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

create_exception!(
    rummy_fast,
    RummyError,
    PyValueError,
    "\
The base class of the errors that rummy_fast raises for invalid input.

Attributes:
    wording: The message as a `Wording`, which can be translated; None if the message exists in
        English only."
);
create_exception!(
    rummy_fast,
    NotationError,
    RummyError,
    "\
A text is not a tile, a hand, a meld or a table.

The message quotes the part that cannot be read and says why: an unknown color, a number out of
range, a run written backwards."
);
create_exception!(
    rummy_fast,
    InvalidMeldError,
    RummyError,
    "Tiles do not form a meld, or form more than one (rules 4 to 6)."
);
create_exception!(
    rummy_fast,
    InvalidTableError,
    RummyError,
    "\
A table or a hand cannot exist (rule 1).

Either the table contains an invalid meld, or there are more copies of a tile than the deck has.
The message lists every fault."
);
create_exception!(
    rummy_fast,
    InvalidRulesError,
    RummyError,
    "An option is unknown, of the wrong type or out of range. The message names the option."
);
create_exception!(
    rummy_fast,
    IllegalTurnError,
    RummyError,
    "\
The rules do not allow a turn (rules 9 to 15).

Attributes:
    reasons: A tuple with every `Reason`; see `check_turn`. A `Round` also refuses turns for
        reasons other than the tiles, with one of these codes: `round_over`, `no_such_seat`,
        `wrong_seat`, `nothing_to_draw`, `cannot_pass`."
);
create_exception!(
    rummy_fast,
    RecordError,
    RummyError,
    "\
A record is damaged or was edited. The message names the line and the reason.

Attributes:
    line: The number of the line, from 1."
);
create_exception!(
    rummy_fast,
    SearchCancelledError,
    PyRuntimeError,
    "\
A `Cancellation` stopped the search.

It is not a `RummyError`, since the arguments were fine."
);
