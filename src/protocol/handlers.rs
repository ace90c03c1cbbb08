//! What the methods do.

#[expect(clippy::needless_pass_by_value, clippy::unnecessary_wraps, reason = "all handlers have one signature")]
pub(super) mod matches;
pub(super) mod positions;
#[expect(clippy::needless_pass_by_value, reason = "all handlers have one signature")]
pub(super) mod referee;
#[expect(clippy::needless_pass_by_value, reason = "all handlers have one signature")]
pub(crate) mod review;
#[expect(clippy::needless_pass_by_value, clippy::unnecessary_wraps, reason = "all handlers have one signature")]
pub(super) mod session;
