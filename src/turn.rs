//! May this table follow that one? The one place that knows rules 9 to 15.
