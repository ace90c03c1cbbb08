//! The options that are choices, each an enum with the names that Python and JSON use.

use std::fmt;

/// Defines an enum of named choices.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// Every choice, in the order of the rule book.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// The names of the choices, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($text,)+];

            /// The name in Python and JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

choices! {
    /// Who begins a round (rule 3).
    Starter {
        /// A random seat, drawn for every round.
        Random = "random",
        /// Each seat in turn.
        Rotate = "rotate",
        /// The winner of the round before.
        Winner = "winner",
    }
}
choices! {
    /// When a player who opens may first use the table (rule 11).
    OpeningTable {
        /// From the turn after the opening.
        NextTurn = "next_turn",
        /// In the same turn, once the opening melds are on the table.
        SameTurn = "same_turn",
    }
}
choices! {
    /// How much of a meld must stay with a joker that was not exchanged (rule 15), from strict to loose.
    LockedMeld {
        /// All its tiles.
        Frozen = "frozen",
        /// Three of its tiles.
        KeepThree = "keep_three",
        /// One natural tile.
        Identity = "identity",
        /// Nothing.
        Free = "free",
    }
}
choices! {
    /// Where the tile that replaces a joker may come from (rule 14).
    ExchangeFrom {
        /// The hand or the table.
        Anywhere = "anywhere",
        /// The hand only.
        Hand = "hand",
    }
}
choices! {
    /// Where a freed joker may be played (rule 14 and the presets).
    FreedJoker {
        /// In any meld.
        AnyMeld = "any_meld",
        /// In a meld that does not contain a whole old meld.
        NewMeld = "new_meld",
    }
}
choices! {
    /// What happens to an unfinished turn at the timeout (rule 13).
    Timeout {
        /// The last legal table of the turn stands.
        KeepLastLegal = "keep_last_legal",
        /// The whole turn is undone.
        Undo = "undo",
    }
}
choices! {
    /// How a round ends that nobody can finish (rule 18).
    Stalemate {
        /// The lowest hand wins the differences.
        Differences = "differences",
        /// The round does not count.
        Void = "void",
    }
}
choices! {
    /// Who wins a match (rule 16 and the presets).
    MatchWinner {
        /// The highest total.
        Total = "total",
        /// Most rounds won; the highest total breaks ties.
        RoundsThenTotal = "rounds_then_total",
        /// Most rounds won.
        Rounds = "rounds",
    }
}
