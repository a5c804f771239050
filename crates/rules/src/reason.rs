//! Why an action is not possible, as data: every program says it in its own language.

/// What is wrong with an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Of the bonus tiles that are left, none is of this kind.
    NoBonusLeft,
    /// No tile of this kind is left to come.
    NoTileLeft,
    /// The cell is empty.
    NoTileThere,
    /// Nothing else stands on a board that is only counted.
    OnlyFollowersAndHuts,
    /// The tile has fewer segments.
    NoSuchSegment,
    /// Pieces of this kind do not stand on features of this kind.
    CannotStand,
    /// The player has no piece of this kind left.
    NoPieceLeft,
    /// Huts stand on rivers and lakes.
    HutOnWater,
    /// There is a hut in the river system.
    SystemTaken,
    /// Something was to be placed together with a follower in a game that has nothing of the kind.
    NoCompanions,
    /// There is nobody to bring home.
    NobodyToRecall,
    /// Builders stand on roads and in cities.
    BuilderPlace,
    /// Pigs stand on fields.
    PigPlace,
    /// Something else is to be decided first.
    FarmerDecides,
    /// Another tile comes now.
    RiverFirst,
    /// The tile would lie beside the river.
    RiverContinues,
    /// The river would turn back.
    RiverTurns,
    /// Rangers stand at the edge of the board.
    RangerCell,
    /// The cell has a ranger.
    RangerThere,
    /// There was a ranger on the cell of the tile.
    RangerTaken,
    /// It is not said which ranger is meant.
    WhichRanger,
    /// The cell has no ranger.
    NoRangerThere,
    /// The ranger would not move.
    RangerStays,
    /// No token of this animal is left to be drawn.
    NoTokenLeft,
    /// After placing, something else is possible.
    NotAfterPlacing,
    /// A ranger is in the air.
    PutRangerBack,
    /// Waterholes are on savanna.
    NoSavanna,
    /// The corner has a token.
    CornerTaken,
    /// The player has no token of this animal.
    NoTokenInSupply,
    /// The player has no follower left.
    NobodyToFound,
    /// Each animal comes to a waterhole once.
    AnimalAtWaterhole,
    /// Each animal counts once.
    AnimalShown,
    /// Something else is to be decided first.
    TokenOrPass,
    /// The player holds other tiles.
    NotInHand,
    /// Another tile is to be placed.
    NotDrawn,
    /// Nothing is possible any more.
    Over,
    /// Nobody acts before the next tile is known.
    TileToDraw,
    /// Nobody acts before the next token is known.
    TokenToDraw,
    /// Everything else comes after placing.
    PlaceFirst,
    /// The tile of this turn lies already.
    OneTile,
    /// Other games have such actions.
    OtherGame,
    /// The tile does not fit as it is turned.
    NoMatch,
    /// A tile lies there.
    CellTaken,
    /// The tile would lie apart.
    Apart,
    /// Something else than a follower was to be placed as one.
    NoFollower,
    /// The feature is occupied.
    FeatureTaken,
}

impl Reason {
    /// The same in English, as in the middle of a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Reason::NoBonusLeft => "no such tile is left among the bonus tiles",
            Reason::NoTileLeft => "no such tile is left in the bag",
            Reason::NoTileThere => "no tile lies there",
            Reason::OnlyFollowersAndHuts => "only a follower or a hut can be put on a board that is counted",
            Reason::NoSuchSegment => "the tile has no such segment",
            Reason::CannotStand => "this piece cannot stand on this segment",
            Reason::NoPieceLeft => "no such piece in the supply",
            Reason::HutOnWater => "a hut stands on a river or lake only",
            Reason::SystemTaken => "somebody's hut stands in this river system already",
            Reason::NoCompanions => "builders and pigs come with Traders & Builders only",
            Reason::NobodyToRecall => "no follower of the player stands there",
            Reason::BuilderPlace => "a builder stands beside a thief or knight only",
            Reason::PigPlace => "a pig stands beside a farmer only",
            Reason::FarmerDecides => "the farmer beside the pig goes back or stays",
            Reason::RiverFirst => "the river tiles come first, the lake last among them",
            Reason::RiverContinues => "a river tile must continue the river at its open end",
            Reason::RiverTurns => "the river must not turn the same way on two tiles that touch",
            Reason::RangerCell => "a ranger stands on an empty cell that shares a side with a placed tile",
            Reason::RangerThere => "a ranger stands on this cell already",
            Reason::RangerTaken => "in a turn in which a ranger was taken none may be moved",
            Reason::WhichRanger => "no ranger was taken: say which one moves",
            Reason::NoRangerThere => "no ranger stands there",
            Reason::RangerStays => "a ranger moves to another cell",
            Reason::NoTokenLeft => "no such token is left in the stack",
            Reason::NotAfterPlacing => "this is not one of the actions possible after placing",
            Reason::PutRangerBack => "the ranger taken is to be put back",
            Reason::NoSavanna => "this corner shows no savanna",
            Reason::CornerTaken => "a token lies on this corner already",
            Reason::NoTokenInSupply => "no such token in the supply",
            Reason::NobodyToFound => "founding a waterhole takes a follower, and none is in the supply",
            Reason::AnimalAtWaterhole => "this animal is at the waterhole already",
            Reason::AnimalShown => "this animal is shown on the feature already",
            Reason::TokenOrPass => "an owner lays a token on the feature or passes",
            Reason::NotInHand => "this tile is not in the player's hand",
            Reason::NotDrawn => "this is not the tile that was drawn",
            Reason::Over => "the game is over",
            Reason::TileToDraw => "the dealer is to turn up a tile",
            Reason::TokenToDraw => "the dealer is to turn up a token",
            Reason::PlaceFirst => "the tile is to be placed first",
            Reason::OneTile => "one tile a turn",
            Reason::OtherGame => "this action does not belong to this game",
            Reason::NoMatch => "a side of the tile does not match its neighbour",
            Reason::CellTaken => "the cell is not empty",
            Reason::Apart => "the cell shares no side with a placed tile",
            Reason::NoFollower => "this piece is no follower",
            Reason::FeatureTaken => "somebody's follower stands on this feature already",
        }
    }
}
