//! The exact search: which tiles of the hand can be played so that every tile of the table is in a meld again?
//!
//! `docs/search.md` explains the ideas in the same words; each is explained in detail where it is implemented.
//!
//! - **Dynamic programming over values** (van Rijn, Takes & Vis 2015): the values are processed from 1 up. All that
//!   matters of the runs before a value is how many are open, and how long, up to the shortest meld ([`runs`]).
//! - **Color graphs**: once it is known how many of its tiles go to groups, a color is independent of the others. Its
//!   reachable states and their [`transition`]s form a graph ([`color_graph`]). The [`successors`] of a set of states
//!   depend on little and are kept in a [`transition_cache`]; so are whole graphs, by all that they depend on.
//! - **Upper bounds**: a backward pass over each graph gives the most that can still be played, as if the color had all
//!   groups and jokers to itself. There is a bound for each budget of jokers; combined over the colors they bound the
//!   whole ([`budget`]).
//! - **Branch and bound**: depth first, best upper bound first ([`branch_and_bound`], [`expander`]), without nodes that
//!   another one dominates ([`dominance`]), and restarted from the other end of the values when it takes long
//!   ([`restart`], [`direction`]).
//! - **Groups** of a value depend on the count of tiles of each color only ([`groups`]).
//! - **Deferred jokers**: a joker is placed by the search only where a meld would fail without it
//!   ([`deferred_jokers`]).
//! - **Locked jokers** (rules 14 and 15): the best play is the best over all [`scenarios`], which say which
//!   [`old_jokers`] are freed. A joker that stays puts a [`joker_constraint`] on its final meld: constrained runs are
//!   part of the state, [`constrained_groups`] are enumerated. Where freed jokers may only go to new melds, that is a
//!   constraint too ([`new_meld`]).
//! - **Opening** (rule 11): the points still needed are part of the node ([`opening`], [`hand_melds`],
//!   [`minimal_openings`]).
//! - **Tidy** plays ([`tidy`]) come from a second branch and bound, which looks for the most melds that a play of the best
//!   worth keeps whole ([`kept_search`], [`kept_melds`]), and in rare cases from a minimum [`hitting_set`].
//! - [`candidates`] come from a best-first partition of the solution space.

mod batch;
mod branch_and_bound;
mod budget;
mod candidates;
mod color_graph;
mod color_input;
mod color_profile;
mod constrained_groups;
mod deferred_jokers;
mod direction;
mod dominance;
mod exact_cover;
mod expander;
mod groups;
mod hand_melds;
mod hitting_set;
mod instance;
mod interner;
mod interrupt;
mod joker_constraint;
mod kept_melds;
mod kept_places;
mod kept_search;
mod meld_builder;
mod minimal_openings;
mod new_meld;
mod node;
mod objective;
mod old_jokers;
mod opening;
mod problem;
mod recoloring;
mod restart;
mod runs;
mod scenario_search;
mod scenarios;
mod scope;
mod solve;
mod subproblem;
mod successors;
mod tidy;
mod transition;
mod transition_cache;
mod upper_bound;
mod workspace;

pub(crate) use batch::with_solver;
pub use batch::{solve_many, solve_many_as};
pub use candidates::Candidates;
pub use objective::{InvalidWeightError, Objective, Weights};
pub use problem::{Play, Problem};
pub use workspace::Solver;
