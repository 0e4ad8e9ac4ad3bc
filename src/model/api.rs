//! The one table of everything a script can say besides the game's own words (language reference, 5.6).
//!
//! Registration with Rhai, the checker, completion, `help` and the manual all read this table. The bodies are in
//! `play::api`.

use super::id::Domain;
use super::types::Type;

/// How an entry is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A bare word: `pieces`.
    Word,
    /// `f(a, b)`.
    Function,
    /// `a.f`.
    Property,
    /// `a.f(b)`.
    Method,
}

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Anything.
    Any,
    /// Yes or no.
    Flag,
    /// A number.
    Int,
    /// A text that players read.
    Prompt,
    /// A place named from a side's edge, as in `side.space("left rear")`.
    Place,
    /// One thing of this domain.
    One(Domain),
    /// A thing or a set of this domain.
    Some(Domain),
    /// One thing of any domain.
    Thing,
    /// A set of any domain; a single thing counts as the set of it.
    Set,
    /// A set of the receiver's domain, or one member of it.
    Like,
    /// Dice.
    Dice,
    /// A word of the receiver's members, as a text (`"cohesion"`), or a closure that gives a number.
    Measure,
    /// A closure that gives yes or no.
    Test,
    /// A tally.
    Tally,
    /// A way of a walk.
    Way,
    /// Ways of a walk.
    Ways,
    /// A line.
    Line,
    /// A list of offers: `[advance, retreat]`.
    Offers,
    /// A level of victory, or `none`.
    Level,
    /// Limits of a split: `#{ first: unit, least: 2 }`.
    Limits,
}

/// What a call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Always this type.
    Type(Type),
    /// A set like the receiver (the first argument).
    Same,
    /// A member of the receiver.
    Member,
    /// A member of the receiver, or none.
    MaybeMember,
    /// A member of the second argument after the receiver (`choose(prompt, S)`).
    Chosen,
    /// Such a member, or none.
    MaybeChosen,
    /// A set like that argument.
    ChosenSet,
    /// Parts over that argument (`split(prompt, n, S)`: the third after the receiver).
    Parts,
    /// Parts of the receiver.
    OwnParts,
    /// A tally over the argument.
    TallyOf,
    /// A set like the union of the arguments.
    Union,
    /// A number, or an amount if one of the arguments is one.
    Wider,
}

/// What a call does besides giving a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// None.
    Pure,
    /// Rolls or draws.
    Rolls,
    /// Asks a player.
    Asks,
    /// Changes the state.
    Changes,
}

/// One entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What the kernel calls it.
    pub api: Api,
    /// Its name in scripts.
    pub name: &'static str,
    /// How it is written.
    pub form: Form,
    /// What it takes, the receiver first.
    pub wants: &'static [Wants],
    /// How many of `wants` may be left out at the end.
    pub optional: u8,
    /// What it gives.
    pub gives: Gives,
    /// What it does.
    pub effect: Effect,
    /// One line of documentation.
    pub doc: &'static str,
}

macro_rules! table {
    ($( $api:ident $name:literal $form:ident [$($want:expr),*] $(optional $optional:literal)? => $gives:expr, $effect:ident, $doc:literal; )*) => {
        /// The entries, each with a body in `play::api`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is documented by its row in the table")]
        pub enum Api { $($api),* }

        /// The table.
        pub const TABLE: &[Entry] = &[ $( Entry {
            api: Api::$api, name: $name, form: Form::$form, wants: &[$($want),*], optional: 0 $(+ $optional)?,
            gives: $gives, effect: Effect::$effect, doc: $doc,
        } ),* ];

        impl Api {
            /// The row of this entry.
            pub fn entry(self) -> &'static Entry {
                &TABLE[self as usize]
            }

            /// True if its result is a part of the set it is called on.
            pub fn narrows(self) -> bool {
                let part = matches!(self.entry().gives, Gives::Same) && !matches!(self, Api::Or);
                part || matches!(self, Api::OfKind | Api::At | Api::InSlot)
            }
        }
    };
}

use Domain::{Card, Direction, Kind, Link, Number, Piece, Purse, Side, Space, Step, Zone};
use Type as T;
use Wants as W;

const FLAG: Gives = Gives::Type(T::Flag);
const INT: Gives = Gives::Type(T::Int(false));
const NOTHING: Gives = Gives::Type(T::Nothing);
const PIECES: Gives = Gives::Type(T::Set(Piece));
const SPACES: Gives = Gives::Type(T::Set(Space));

table! {
    // Sets.
    Nothing       "nothing"     Word     [] => Gives::Type(T::EmptySet), Pure, "the empty set";
    Either        "either"      Function [W::Set, W::Set, W::Set, W::Set, W::Set, W::Set] optional 4 => Gives::Union, Pure, "the set of these things";
    Any           "any"         Property [W::Set] => FLAG, Pure, "whether the set has a member";
    Empty         "empty"       Property [W::Set] => FLAG, Pure, "whether the set has no member";
    Count         "count"       Property [W::Set] => INT, Pure, "how many members";
    First         "first"       Property [W::Set] => Gives::MaybeMember, Pure, "the first member, or none";
    Last          "last"        Property [W::Set] => Gives::MaybeMember, Pure, "the last member, or none";
    Only          "only"        Property [W::Set] => Gives::MaybeMember, Pure, "the single member; none if there are more or fewer";
    Has           "has"         Method   [W::Set, W::Any] => FLAG, Pure, "whether this is a member";
    Or            "or"          Method   [W::Set, W::Like] => Gives::Same, Pure, "the set, or that one if the set is empty";
    Take          "take"        Method   [W::Set, W::Int] => Gives::Same, Pure, "the first members, that many";
    // Filters.
    OfKind        "kind"        Method   [W::Some(Piece), W::Some(Kind)] => PIECES, Pure, "those of this kind or family";
    Of            "of"          Method   [W::Set, W::Some(Side)] => Gives::Same, Pure, "those of this side";
    At            "at"          Method   [W::Some(Piece), W::Some(Space)] => PIECES, Pure, "those that stand there";
    InSlot        "slot"        Method   [W::Some(Piece), W::Int] => PIECES, Pure, "those in this slot";
    Where         "where"       Method   [W::Set, W::Test] => Gives::Same, Pure, "those for which the test says yes";
    SomeOf        "some"        Method   [W::Set, W::Test] => FLAG, Pure, "whether the test says yes for at least one";
    AllOf         "all"         Method   [W::Set, W::Test] => FLAG, Pure, "whether the test says yes for each";
    // Gathering.
    Pieces        "pieces"      Word     [] => PIECES, Pure, "every piece in play";
    Removed       "removed"     Word     [] => PIECES, Pure, "every piece that has been taken out of play";
    Spaces        "spaces"      Word     [] => SPACES, Pure, "every space";
    Sides         "sides"       Word     [] => Gives::Type(T::Set(Side)), Pure, "the sides, in order of play";
    PiecesOf      "pieces"      Property [W::Set] => PIECES, Pure, "the pieces in play of these sides, or in these spaces";
    RemovedOf     "removed"     Property [W::Some(Side)] => PIECES, Pure, "the pieces of these sides that have been taken out of play";
    SpareOf       "spare"       Property [W::Some(Side)] => PIECES, Pure, "the counters of these sides that nothing has set up, as many as the list of counters has besides";
    LackingOf     "lacking"     Property [W::Some(Side)] => PIECES, Pure, "the pieces in play of these sides for which the list of counters has none";
    SpacesOf      "spaces"      Property [W::Set] => SPACES, Pure, "the spaces of these pieces or of this value of a list";
    SidesOf       "sides"       Property [W::Set] => Gives::Type(T::Set(Side)), Pure, "the sides of these pieces";
    KindsOf       "kinds"       Property [W::Some(Piece)] => Gives::Type(T::Set(Kind)), Pure, "the kinds of these pieces";
    CardsOf       "cards"       Property [W::Set] => Gives::Type(T::Set(Card)), Pure, "the cards of these sides";
    Total         "total"       Method   [W::Set, W::Measure] => INT, Pure, "the sum of a number over the members";
    Highest       "highest"     Method   [W::Set, W::Measure] => INT, Pure, "the highest number among the members; 0 if there is none";
    Lowest        "lowest"      Method   [W::Set, W::Measure] => INT, Pure, "the lowest number among the members; 0 if there is none";
    Most          "most"        Method   [W::Set, W::Measure] => Gives::Same, Pure, "the members with the highest number";
    Sorted        "sorted"      Method   [W::Set, W::Measure] => Gives::Same, Pure, "the members by a number, the lowest first";
    Least         "least"       Method   [W::Set, W::Measure] => Gives::Same, Pure, "the members with the lowest number";
    Tally         "tally"       Function [W::Set] => Gives::TallyOf, Pure, "a count for each member, from 0";
    TallyLeast    "least"       Method   [W::Tally, W::Set] => Gives::ChosenSet, Pure, "those of the set that are counted least";
    // Distance.
    Nearest       "nearest"     Method   [W::Set, W::Any] => Gives::Same, Pure, "those nearest to a thing or set";
    Within        "within"      Method   [W::Set, W::Int, W::Any] => Gives::Same, Pure, "those at most so far away";
    Distant       "distant"     Method   [W::Set, W::Int, W::Any] => Gives::Same, Pure, "those exactly so far away";
    Distance      "distance"    Method   [W::Thing, W::Any] => INT, Pure, "steps between neighbours to a space, piece or the nearest of a set";
    Steps         "steps"       Function [W::One(Space), W::One(Space), W::One(Link)] => Gives::Type(T::Int(true)), Pure, "steps over a link; none if there is no way";
    // Slots.
    Opposite      "opposite"    Method   [W::Some(Piece), W::One(Piece)] => Gives::Type(T::One(Piece, true)), Pure, "the one that stands opposite this piece";
    NextTo        "next_to"     Method   [W::Some(Piece), W::One(Piece)] => PIECES, Pure, "those one slot to the side of the opposite slot";
    Room          "room"        Method   [W::One(Space), W::One(Side)] => INT, Pure, "how many more slots a side has free here; a large number where there are no slots";
    OpenSlots     "open_slots"  Method   [W::One(Space), W::One(Side)] => Gives::Type(T::Set(Number)), Pure, "the numbers of a side's free slots";
    Near          "near"        Method   [W::Some(Number), W::Some(Piece)] => Gives::Type(T::Set(Number)), Pure, "the slots nearest to those of these pieces";
    SlotsOf       "slots"       Property [W::Some(Piece)] => Gives::Type(T::Set(Number)), Pure, "the slots in which these pieces stand";
    // Pieces.
    SideOf        "side"        Property [W::Thing] => Gives::Type(T::One(Side, false)), Pure, "whose piece this is";
    OwnerOf       "owner"       Property [W::Thing] => Gives::Type(T::One(Side, true)), Pure, "who owns this piece, card or box";
    KindOf        "kind"        Property [W::One(Piece)] => Gives::Type(T::One(Kind, false)), Pure, "what kind of piece this is";
    SpaceOf       "space"       Property [W::Thing] => Gives::Type(T::One(Space, true)), Pure, "where this piece stands";
    Slot          "slot"        Property [W::One(Piece)] => Gives::Type(T::Int(true)), Pure, "the slot in which this piece stands, or none";
    Stack         "stack"       Property [W::One(Piece)] => PIECES, Pure, "the other pieces of its side in the same space";
    InPlay        "in_play"     Property [W::One(Piece)] => FLAG, Pure, "whether the piece stands anywhere";
    Flip          "flip"        Method   [W::Some(Piece)] => NOTHING, Changes, "turns pieces to the next mode of their kinds";
    OnMap         "on_map"      Property [W::Thing] => FLAG, Pure, "whether it stands, or is, on the map and not in a box";
    // Spaces.
    Column        "column"      Property [W::One(Space)] => Gives::Type(T::Int(true)), Pure, "the column in which it lies, from 1";
    RowOf         "row"         Property [W::One(Space)] => Gives::Type(T::Int(true)), Pure, "the row in which it lies, from 1";
    Neighbours    "neighbours"  Property [W::Set] => SPACES, Pure, "the spaces next to it";
    Between       "between"     Method   [W::One(Space), W::One(Space)] => SPACES, Pure, "the spaces strictly between two in a straight line";
    Boxed         "box"         Property [W::One(Space)] => FLAG, Pure, "whether it is a box";
    Across        "across"      Method   [W::Set, W::One(Link), W::One(Side)] optional 1 => SPACES, Pure, "the spaces one step away over a link, as this side sees it (else the one who acts)";
    Toward        "toward"      Method   [W::One(Space), W::One(Direction)] => Gives::Type(T::One(Space, true)), Pure, "the next space in a direction";
    Ray           "ray"         Method   [W::One(Space), W::One(Direction)] => SPACES, Pure, "the spaces in a direction, nearest first";
    Ahead         "ahead"       Method   [W::Set, W::One(Side)] => Gives::Type(T::One(Space, true)), Pure, "the space in front, as this side looks";
    Behind        "behind"      Method   [W::Set, W::One(Side)] => Gives::Type(T::One(Space, true)), Pure, "the space behind, as this side looks";
    Beside        "beside"      Property [W::Set] => SPACES, Pure, "the spaces left and right";
    AllAhead      "all_ahead"   Method   [W::Set, W::One(Side)] => SPACES, Pure, "all spaces in front, nearest first";
    AllBehind     "all_behind"  Method   [W::Set, W::One(Side)] => SPACES, Pure, "all spaces behind, nearest first";
    Leading       "leading"     Method   [W::Set, W::Set] => Gives::Same, Pure, "the first spaces of a row, as long as they are in the set";
    Joins         "joins"       Method   [W::Some(Space), W::Some(Space), W::Some(Space), W::One(Link)] => FLAG, Pure, "whether a chain of these spaces joins the two sets over a link";
    PlaceNamed    "space"       Method   [W::One(Side), W::Place] => Gives::Type(T::One(Space, false)), Pure, "the space of this name, read from the side's edge";
    PlacesNamed   "spaces"      Method   [W::One(Side), W::Place] => SPACES, Pure, "all spaces whose name has this word, read from the side's edge";
    Hex           "hex"         Function [W::Place] => Gives::Type(T::One(Space, false)), Pure, "the space of this name";
    // Directions.
    Directions    "directions"  Word     [] => Gives::Type(T::Set(Direction)), Pure, "the directions of the board, clockwise";
    Corners       "corners"     Word     [] => Gives::Type(T::Set(Direction)), Pure, "the directions that point at corners, clockwise";
    Axes          "axes"        Word     [] => Gives::Type(T::Set(Direction)), Pure, "half of the directions: one for each straight line";
    Turned        "turned"      Method   [W::One(Direction), W::Int] => Gives::Type(T::One(Direction, false)), Pure, "so many directions further clockwise";
    OppositeWay   "opposite"    Property [W::One(Direction)] => Gives::Type(T::One(Direction, false)), Pure, "the other way";
    // Lines.
    LineTo        "line"        Method   [W::One(Space), W::One(Space)] => Gives::Type(T::Line), Pure, "what lies between two centres: a row of gates, each a space or two between which the line runs";
    ShutBy        "shut_by"     Method   [W::Line, W::Test] => SPACES, Pure, "the spaces of all gates of a line that the test shuts entirely; none: the view is free";
    // Walks.
    WaySpace      "space"       Property [W::Way] => Gives::Type(T::One(Space, false)), Pure, "where the way ends";
    WayCost       "cost"        Property [W::Way] => Gives::Type(T::Half(false)), Pure, "what the way costs";
    WaySteps      "steps"       Property [W::Way] => INT, Pure, "how many steps it has";
    WayFacing     "facing"      Property [W::Way] => Gives::Type(T::One(Direction, true)), Pure, "how the walker faces at its end, if that varies";
    WayPath       "path"        Property [W::Way] => SPACES, Pure, "the spaces it goes through, the last one included";
    WaysTo        "to"          Method   [W::Ways, W::One(Space)] => Gives::Type(T::Way(true)), Pure, "the cheapest of these ways to a space";
    WaysSpaces    "spaces"      Property [W::Ways] => SPACES, Pure, "where these ways end";
    Follow        "follow"      Method   [W::One(Piece), W::Way, W::Some(Piece)] optional 1 => NOTHING, Changes, "goes a way step by step, with company as far as it may enter";
    Reach         "reach"       Function [W::One(Piece), W::One(Link), W::Int] optional 1 => SPACES, Pure, "where a piece can come over a link within its move (or so many steps), nearest first";
    // Sides.
    Foe           "foe"         Property [W::One(Side)] => Gives::Type(T::One(Side, false)), Pure, "the only enemy";
    Foes          "foes"        Property [W::Some(Side)] => Gives::Type(T::Set(Side)), Pure, "the enemies";
    Next          "next"        Property [W::One(Side)] => Gives::Type(T::One(Side, false)), Pure, "the next side in order of play";
    // Cards.
    ZoneOf        "zone"        Property [W::One(Card)] => Gives::Type(T::One(Zone, false)), Pure, "the zone in which the card lies";
    InForce       "in_force"    Property [W::One(Card)] => FLAG, Pure, "whether what the card says lasts";
    Named         "named"       Method   [W::Some(Card), W::One(Card)] => Gives::Type(T::Set(Card)), Pure, "the cards of the same name";
    Draw          "draw"        Function [W::One(Side), W::Int] => Gives::Type(T::Set(Card)), Rolls, "draws cards into the hand";
    Discard       "discard"     Function [W::Some(Card)] => NOTHING, Changes, "puts cards on the discards";
    Move          "move"        Function [W::Some(Card), W::One(Zone)] => NOTHING, Changes, "puts cards into a zone";
    Shuffle       "shuffle"     Function [W::One(Side), W::One(Zone), W::One(Zone)] => NOTHING, Changes, "shuffles one zone of a side into another";
    // Dice and chance.
    RollOne       "roll"        Function [] => INT, Rolls, "one die";
    Roll          "roll"        Function [W::Int] => Gives::Type(T::Dice), Rolls, "so many dice";
    Random        "random"      Function [W::Prompt, W::Set] => Gives::Chosen, Rolls, "one of a set, by chance";
    DiceSum       "sum"         Property [W::Dice] => INT, Pure, "the sum of the dice";
    DiceHighest   "highest"     Property [W::Dice] => INT, Pure, "the highest die; 0 if there is none";
    DiceLowest    "lowest"      Property [W::Dice] => INT, Pure, "the lowest die; 0 if there is none";
    DiceCount     "count"       Method   [W::Dice, W::Int] => INT, Pure, "how many dice show this";
    DiceAtMost    "at_most"     Method   [W::Dice, W::Int] => INT, Pure, "how many dice show this or less";
    DiceAtLeast   "at_least"    Method   [W::Dice, W::Int] => INT, Pure, "how many dice show this or more";
    // Numbers.
    Min           "min"         Function [W::Int, W::Int] => Gives::Wider, Pure, "the smaller number";
    Max           "max"         Function [W::Int, W::Int] => Gives::Wider, Pure, "the greater number";
    Abs           "abs"         Function [W::Int] => Gives::Wider, Pure, "the number without its sign";
    HalfUp        "half_up"     Function [W::Int] => INT, Pure, "half, rounded up";
    HalfDown      "half_down"   Function [W::Int] => INT, Pure, "half, rounded down";
    DivideUp      "divide_up"   Function [W::Int, W::Int] => INT, Pure, "the quotient, rounded up";
    // Questions.
    Choose        "choose"      Method   [W::One(Side), W::Prompt, W::Set] => Gives::Chosen, Asks, "one of a set; not asked if there is only one";
    MayChoose     "may_choose"  Method   [W::One(Side), W::Prompt, W::Set] => Gives::MaybeChosen, Asks, "one of a set, or none";
    Pick          "pick"        Method   [W::One(Side), W::Prompt, W::Set, W::Int, W::Int] => Gives::ChosenSet, Asks, "several of a set, from least to most";
    Split         "split"       Method   [W::One(Side), W::Prompt, W::Int, W::Set, W::Limits] optional 1 => Gives::Parts, Asks, "a number split over a set; first: and least: what one gets before others, most: a measure of what each can take";
    Number        "number"      Method   [W::One(Side), W::Prompt, W::Int, W::Int] => INT, Asks, "a number in a range";
    Yes           "yes"         Method   [W::One(Side), W::Prompt] => FLAG, Asks, "yes or no";
    Act           "act"         Method   [W::One(Side), W::Offers, W::Thing] => FLAG, Asks, "one of these offers with this thing, free; no if none was taken";
    // Paying.
    CanPay        "can_pay"     Method   [W::One(Side), W::One(Purse), W::Thing, W::Int] => FLAG, Pure, "whether the purse can pay so much for this thing";
    Over          "over"        Method   [W::One(Side), W::One(Purse)] => INT, Pure, "what is over in a purse of things that were spent entire";
    MayPay        "may_pay"     Method   [W::One(Side), W::One(Purse), W::Thing, W::Int] => FLAG, Asks, "pays if it can and the side wants to; yes if paid";
    Spend         "spend"       Method   [W::One(Side), W::Prompt, W::One(Purse)] => INT, Asks, "points freely spent";
    // Changes.
    Place         "place"       Function [W::Some(Piece), W::One(Space)] => NOTHING, Changes, "puts pieces into a space";
    Remove        "remove"      Function [W::Some(Piece)] => NOTHING, Changes, "takes pieces out of play";
    Put           "put"         Function [W::One(Kind), W::One(Side), W::One(Space)] => Gives::Type(T::One(Piece, false)), Changes, "a new piece";
    Cancel        "cancel"      Function [] => NOTHING, Changes, "in a `before` hook or offer: what was about to happen does not";
    SkipTo        "skip_to"     Function [W::One(Step)] => NOTHING, Changes, "goes on with that step of the sequence";
    Finish        "finish"      Function [W::Any, W::Level] optional 1 => NOTHING, Changes, "ends the game at once: the winner (none: drawn) and the level of victory";
    Say           "say"         Function [W::Prompt] => NOTHING, Changes, "a line in the log";
}
