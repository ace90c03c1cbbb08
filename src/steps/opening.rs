//! The opening melds of a player who opens and uses the table in one turn (rule 11).

use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::Tiles;
use crate::turn::{Stopped, opening_melds};

/// Melds of played tiles that are worth the opening, if possible melds of the new table.
pub(super) fn melds(
    played: &Tiles,
    after: &[Meld],
    rules: &Rules,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<Meld>, Stopped> {
    let need = u32::from(rules.opening_min);
    let mut rest = played.clone();
    let mut own: Vec<Meld> = after.to_vec();
    own.sort_by_key(|meld| std::cmp::Reverse(meld.value()));
    own.retain(|meld| {
        let tiles: Tiles = meld.tiles().collect();
        let fits = rest.contains(&tiles);
        if fits {
            rest = rest.minus(&tiles);
        }
        fits
    });
    if own.iter().map(Meld::value).sum::<u32>() >= need {
        return Ok(own);
    }
    Ok(opening_melds(played, rules, stop)?.unwrap_or_default())
}
