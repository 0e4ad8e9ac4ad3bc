//! The table of every built-in name a script can use (language reference, 5.6).
//!
//! Registration with Rhai, the checker, completion, `help` and the manual all read this table. The implementations are
//! in `play::api`.

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
    /// A piece, a space, or a set of them.
    Spot,
    /// A member of the receiver, or a set of its domain.
    Member,
    /// A number.
    Int,
    /// A text that players read.
    Prompt,
    /// A place named from a side's edge, as in `side.space("left rear")`.
    Place,
    /// One thing of this domain.
    One(Domain),
    /// A set of this domain, one member of it, or `none`.
    Some(Domain),
    /// One member of any domain.
    Thing,
    /// A set of any domain; a single thing counts as the set of it.
    Set,
    /// A set of the receiver's domain, or one member of it.
    Like,
    /// Dice.
    Dice,
    /// The name of a word of the receiver's members, as a text (`"cohesion"`), or a closure that returns a number.
    Measure,
    /// A closure that returns yes or no.
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
    /// The name of a variable of the receiver's members, as a text: `"bid"`.
    Variable,
    /// A closure that asks one member of the receiver and returns a value of that variable.
    Answer,
}

impl Wants {
    /// The domain of the thing or set, if it is always the same.
    pub fn domain(self) -> Option<Domain> {
        match self {
            Wants::One(domain) | Wants::Some(domain) => Some(domain),
            Wants::Offers => Some(Domain::Offer),
            _ => None,
        }
    }

    /// What stands for it in the form of an entry.
    fn word(self) -> String {
        let word = match self {
            Wants::One(domain) => domain.word(),
            Wants::Some(domain) => return format!("{}s", domain.word()),
            Wants::Spot | Wants::Member => "x",
            Wants::Int => "n",
            Wants::Prompt => "\"text\"",
            Wants::Place => "\"place\"",
            Wants::Thing => "thing",
            Wants::Set | Wants::Like => "set",
            Wants::Dice => "dice",
            Wants::Measure => "measure",
            Wants::Test => "|x| …",
            Wants::Tally => "tally",
            Wants::Offers => "[offers]",
            Wants::Level => "level",
            Wants::Way => "way",
            Wants::Ways => "ways",
            Wants::Line => "line",
            Wants::Limits => "#{ first, least, most }",
            Wants::Variable => "\"variable\"",
            Wants::Answer => "|side| …",
        };
        word.to_owned()
    }
}

/// The type a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Always this type.
    Type(Type),
    /// A set like the receiver (the first argument).
    Same,
    /// A member of the receiver, or none.
    MaybeMember,
    /// A member of the second argument after the receiver (`choose(prompt, S)`).
    Chosen,
    /// A member of that argument, or none.
    MaybeChosen,
    /// A set like that argument.
    ChosenSet,
    /// Parts over the third argument after the receiver (`split(prompt, n, S)`).
    Parts,
    /// A tally over the argument.
    TallyOf,
    /// A set like the union of the arguments.
    Union,
    /// A number, or an amount if one of the arguments is one.
    Wider,
}

/// The effect of a call besides its value.
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

/// What the value of a call depends on, besides its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Nothing.
    Nothing,
    /// Which pieces there are, and whose they and the cards are.
    Owners,
    /// Where pieces are. Sets of any domain may be sets of pieces, and values of lists may gather by variables.
    Places,
    /// Where cards are.
    Cards,
    /// The conditions of links. Which link is an argument, so all links count.
    Links,
    /// All that a walk over a link depends on: the built-in verbs, and how far a piece may move.
    Walks,
    /// Anything: the value is never kept.
    Never,
}

/// One entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its identifier in the kernel.
    pub api: Api,
    /// Its name in scripts.
    pub name: &'static str,
    /// Its form.
    pub form: Form,
    /// The arguments it takes, the receiver first.
    pub wants: &'static [Wants],
    /// The number of trailing `wants` that may be omitted.
    pub optional: u8,
    /// The type it returns.
    pub gives: Gives,
    /// Its effect.
    pub effect: Effect,
    /// What it reads of the state.
    pub reads: Reads,
    /// One line of documentation.
    pub doc: &'static str,
}

impl Entry {
    /// True if a call, its receiver counted, can have this many arguments.
    pub fn takes(&self, count: usize) -> bool {
        (self.wants.len() - usize::from(self.optional)..=self.wants.len()).contains(&count)
    }

    /// Its form with the types of its arguments: `place(pieces, space)`, `set.has(x)`.
    pub fn written(&self) -> String {
        let words: Vec<String> = self.wants.iter().map(|wants| wants.word()).collect();
        let list = |words: &[String]| {
            let (first, rest) = words.split_at(words.len().saturating_sub(self.optional as usize));
            match (first.is_empty(), rest.is_empty()) {
                (_, true) => first.join(", "),
                (true, false) => format!("[{}]", rest.join(", ")),
                (false, false) => format!("{}[, {}]", first.join(", "), rest.join(", ")),
            }
        };
        match (self.form, words.split_first()) {
            (Form::Word, _) => self.name.to_owned(),
            (Form::Function, _) => format!("{}({})", self.name, list(&words)),
            (Form::Property, Some((receiver, _))) => format!("{receiver}.{}", self.name),
            (Form::Method, Some((receiver, rest))) => format!("{receiver}.{}({})", self.name, list(rest)),
            (Form::Property | Form::Method, None) => self.name.to_owned(),
        }
    }
}

macro_rules! table {
    ($( $api:ident $name:literal $form:ident [$($want:expr),*] $(optional $optional:literal)? => $gives:expr, $effect:ident $reads:ident, $doc:literal; )*) => {
        /// The entries, each implemented in `play::api`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is documented by its row in the table")]
        pub enum Api { $($api),* }

        /// The table.
        pub const TABLE: &[Entry] = &[ $( Entry {
            api: Api::$api, name: $name, form: Form::$form, wants: &[$($want),*], optional: 0 $(+ $optional)?,
            gives: $gives, effect: Effect::$effect, reads: Reads::$reads,
            doc: $doc,
        } ),* ];

        impl Api {
            /// The row of this entry.
            pub fn entry(self) -> &'static Entry {
                &TABLE[self as usize]
            }

            /// True if its result is a subset of the set it is called on.
            pub fn narrows(self) -> bool {
                let part = matches!(self.entry().gives, Gives::Same) && !matches!(self, Api::Or);
                part || matches!(self, Api::OfKind | Api::At | Api::InSlot)
            }
        }
    };
}

use Domain::{Card, Direction, Edge, Kind, Link, Number, Piece, Purse, Side, Space, Step, Zone};
use Type as T;
use Wants as W;

const FLAG: Gives = Gives::Type(T::Flag);
const INT: Gives = Gives::Type(T::Int(false));
const NOTHING: Gives = Gives::Type(T::Nothing);
const PIECES: Gives = Gives::Type(T::Set(Piece));
const SPACES: Gives = Gives::Type(T::Set(Space));

table! {
    // Sets.
    Nothing       "nothing"     Word     [] => Gives::Type(T::EmptySet), Pure Nothing, "the empty set";
    Either        "either"      Function [W::Set, W::Set, W::Set, W::Set, W::Set, W::Set] optional 4 => Gives::Union, Pure Nothing, "the union of these sets and things";
    Any           "any"         Property [W::Set] => FLAG, Pure Nothing, "yes if the set has a member";
    Empty         "empty"       Property [W::Set] => FLAG, Pure Nothing, "yes if the set has no member";
    Count         "count"       Property [W::Set] => INT, Pure Nothing, "the number of members";
    First         "first"       Property [W::Set] => Gives::MaybeMember, Pure Nothing, "the first member, or none";
    Last          "last"        Property [W::Set] => Gives::MaybeMember, Pure Nothing, "the last member, or none";
    Only          "only"        Property [W::Set] => Gives::MaybeMember, Pure Nothing, "the member if there is exactly one, else none";
    Has           "has"         Method   [W::Set, W::Member] => FLAG, Pure Nothing, "yes if this is a member, or a subset";
    Or            "or"          Method   [W::Set, W::Like] => Gives::Same, Pure Nothing, "this set, or the other one if this is empty";
    Take          "take"        Method   [W::Set, W::Int] => Gives::Same, Pure Nothing, "the first n members";
    // Filters.
    OfKind        "kind"        Method   [W::Some(Piece), W::Some(Kind)] => PIECES, Pure Owners, "the pieces of these kinds or families";
    Of            "of"          Method   [W::Set, W::Some(Side)] => Gives::Same, Pure Owners, "the members that belong to these sides";
    At            "at"          Method   [W::Some(Piece), W::Some(Space)] => PIECES, Pure Places, "the pieces in these spaces";
    InSlot        "slot"        Method   [W::Some(Piece), W::Int] => PIECES, Pure Places, "the pieces in this slot";
    Where         "where"       Method   [W::Set, W::Test] => Gives::Same, Pure Nothing, "the members that pass the test";
    SomeOf        "some"        Method   [W::Set, W::Test] => FLAG, Pure Nothing, "yes if at least one member passes the test";
    AllOf         "all"         Method   [W::Set, W::Test] => FLAG, Pure Nothing, "yes if every member passes the test";
    // Gathering.
    Pieces        "pieces"      Word     [] => PIECES, Pure Owners, "all pieces in play";
    Removed       "removed"     Word     [] => PIECES, Pure Owners, "all pieces out of play";
    Spaces        "spaces"      Word     [] => SPACES, Pure Nothing, "all spaces";
    Sides         "sides"       Word     [] => Gives::Type(T::Set(Side)), Pure Nothing, "all sides, in order of play";
    Winners       "winners"     Word     [] => Gives::Type(T::Set(Side)), Pure Never, "the sides that have won: one, several that won together, or `nothing`";
    PiecesOf      "pieces"      Property [W::Set] => PIECES, Pure Places, "the pieces in play of these sides, kinds or list values, or in these spaces";
    RemovedOf     "removed"     Property [W::Some(Side)] => PIECES, Pure Owners, "the pieces of these sides that are out of play";
    SpareOf       "spare"       Property [W::Some(Side)] => PIECES, Pure Owners, "the counters of these sides in the counter list that are neither set up nor in play";
    LackingOf     "lacking"     Property [W::Some(Side)] => PIECES, Pure Owners, "the pieces in play of these sides that are set up beyond the counter list";
    SpacesOf      "spaces"      Property [W::Set] => SPACES, Pure Places, "the spaces of these pieces or list values";
    SidesOf       "sides"       Property [W::Set] => Gives::Type(T::Set(Side)), Pure Owners, "the sides that these pieces, cards or boxes belong to";
    KindsOf       "kinds"       Property [W::Some(Piece)] => Gives::Type(T::Set(Kind)), Pure Owners, "the kinds of these pieces";
    CardsOf       "cards"       Property [W::Set] => Gives::Type(T::Set(Card)), Pure Cards, "the cards of these sides";
    Total         "total"       Method   [W::Set, W::Measure] => INT, Pure Nothing, "the sum of a number over all members";
    Highest       "highest"     Method   [W::Set, W::Measure] => INT, Pure Nothing, "the highest number of all members; 0 for an empty set";
    Lowest        "lowest"      Method   [W::Set, W::Measure] => INT, Pure Nothing, "the lowest number of all members; 0 for an empty set";
    Most          "most"        Method   [W::Set, W::Measure] => Gives::Same, Pure Nothing, "the members with the highest number";
    Sorted        "sorted"      Method   [W::Set, W::Measure] => Gives::Same, Pure Nothing, "the members sorted by a number, lowest first";
    Least         "least"       Method   [W::Set, W::Measure] => Gives::Same, Pure Nothing, "the members with the lowest number";
    Tally         "tally"       Function [W::Set] => Gives::TallyOf, Pure Nothing, "a counter for each member, starting at 0";
    TallyLeast    "least"       Method   [W::Tally, W::Set] => Gives::ChosenSet, Pure Nothing, "the members of the set with the lowest count";
    // Distance.
    Nearest       "nearest"     Method   [W::Set, W::Spot] => Gives::Same, Pure Places, "the members nearest to a piece, a space or a set of them";
    Within        "within"      Method   [W::Set, W::Int, W::Spot] => Gives::Same, Pure Places, "the members at most n steps away";
    Distant       "distant"     Method   [W::Set, W::Int, W::Spot] => Gives::Same, Pure Places, "the members exactly n steps away";
    Distance      "distance"    Method   [W::Thing, W::Spot] => INT, Pure Places, "the steps between neighbours to a space, a piece or the nearest of a set; 65535 if there is no path";
    Steps         "steps"       Function [W::One(Space), W::One(Space), W::Some(Link)] => Gives::Type(T::Int(true)), Pure Links, "the steps from one space to another over these links; none if there is no path";
    // Slots.
    Opposite      "opposite"    Method   [W::Some(Piece), W::One(Piece)] => Gives::Type(T::One(Piece, true)), Pure Places, "the member of another side in the same space and slot as this piece";
    NextTo        "next_to"     Method   [W::Some(Piece), W::One(Piece)] => PIECES, Pure Places, "the members in the same space, one slot away from this piece";
    Room          "room"        Method   [W::One(Space), W::One(Side)] => INT, Pure Places, "the number of free slots of a side; 65535 in a space without slots";
    OpenSlots     "open_slots"  Method   [W::One(Space), W::One(Side)] => Gives::Type(T::Set(Number)), Pure Places, "the numbers of the free slots of a side";
    Near          "near"        Method   [W::Some(Number), W::Some(Piece)] => Gives::Type(T::Set(Number)), Pure Places, "the slots nearest to those of these pieces; all if the pieces have none";
    SlotsOf       "slots"       Property [W::Some(Piece)] => Gives::Type(T::Set(Number)), Pure Places, "the slots of these pieces";
    // Pieces.
    SideOf        "side"        Property [W::Thing] => Gives::Type(T::One(Side, false)), Pure Owners, "the side that this piece, card or box belongs to";
    OwnerOf       "owner"       Property [W::Thing] => Gives::Type(T::One(Side, true)), Pure Owners, "the side that owns this piece, card or box";
    KindOf        "kind"        Property [W::One(Piece)] => Gives::Type(T::One(Kind, false)), Pure Owners, "the kind of this piece";
    SpaceOf       "space"       Property [W::Thing] => Gives::Type(T::One(Space, true)), Pure Places, "the space of this piece, or none if it is out of play";
    Slot          "slot"        Property [W::One(Piece)] => Gives::Type(T::Int(true)), Pure Places, "the slot of this piece, or none";
    Stack         "stack"       Property [W::One(Piece)] => PIECES, Pure Places, "the other pieces of the same side in the same space";
    InPlay        "in_play"     Property [W::One(Piece)] => FLAG, Pure Places, "yes if the piece is in a space";
    Flip          "flip"        Method   [W::Some(Piece)] => NOTHING, Changes Never, "turns pieces to the next mode of their kind";
    OnMap         "on_map"      Property [W::Thing] => FLAG, Pure Places, "yes if the piece or space is on the map, not in a box";
    // Spaces.
    Column        "column"      Property [W::One(Space)] => Gives::Type(T::Int(true)), Pure Nothing, "the column of the space, from 1";
    RowOf         "row"         Property [W::One(Space)] => Gives::Type(T::Int(true)), Pure Nothing, "the row of the space, from 1";
    Neighbours    "neighbours"  Property [W::Set] => SPACES, Pure Nothing, "the adjacent spaces";
    Between       "between"     Method   [W::One(Space), W::One(Space)] => SPACES, Pure Nothing, "the spaces strictly between two spaces in a straight line";
    Boxed         "box"         Property [W::One(Space)] => FLAG, Pure Nothing, "yes if the space is a box";
    Across        "across"      Method   [W::Set, W::Some(Link), W::One(Side)] optional 1 => SPACES, Pure Links, "the spaces one step away over these links, as seen by this side or else the acting side";
    Toward        "toward"      Method   [W::One(Space), W::One(Direction)] => Gives::Type(T::One(Space, true)), Pure Nothing, "the next space in a direction";
    Ray           "ray"         Method   [W::One(Space), W::One(Direction)] => SPACES, Pure Nothing, "the spaces in a direction, nearest first";
    Ahead         "ahead"       Method   [W::Set, W::One(Side)] => Gives::Type(T::One(Space, true)), Pure Nothing, "the next space in front, as seen by this side";
    Behind        "behind"      Method   [W::Set, W::One(Side)] => Gives::Type(T::One(Space, true)), Pure Nothing, "the next space behind, as seen by this side";
    Beside        "beside"      Property [W::Set] => SPACES, Pure Nothing, "the spaces to the left and right";
    AllAhead      "all_ahead"   Method   [W::Set, W::One(Side)] => SPACES, Pure Nothing, "all spaces in front, as seen by this side, nearest first";
    AllBehind     "all_behind"  Method   [W::Set, W::One(Side)] => SPACES, Pure Nothing, "all spaces behind, as seen by this side, nearest first";
    Leading       "leading"     Method   [W::Set, W::Set] => Gives::Same, Pure Places, "the members of a row before the first one outside the set";
    Joins         "joins"       Method   [W::Some(Space), W::Some(Space), W::Some(Space), W::Some(Link)] => FLAG, Pure Links, "yes if a chain of these spaces connects the two sets over these links";
    PlaceNamed    "space"       Method   [W::One(Side), W::Place] => Gives::Type(T::One(Space, false)), Pure Nothing, "the space of this name, read from the side's edge";
    PlacesNamed   "spaces"      Method   [W::One(Side), W::Place] => SPACES, Pure Nothing, "all spaces whose name has these words, read from the side's edge";
    Hex           "hex"         Function [W::Place] => Gives::Type(T::One(Space, false)), Pure Nothing, "the space of this name";
    // Edges.
    EdgeNamed     "edge"        Function [W::One(Space), W::One(Space), W::One(Link)] optional 1 => Gives::Type(T::One(Edge, true)), Pure Nothing, "the edge between two spaces, of this link or of the first that joins them; none if there is none";
    EdgesOf       "edges"       Property [W::Set] => Gives::Type(T::Set(Edge)), Pure Nothing, "the edges of these links, or at these spaces";
    EndsOf        "ends"        Property [W::Some(Edge)] => SPACES, Pure Nothing, "the two spaces that an edge joins";
    EndBeyond     "beyond"      Method   [W::One(Edge), W::One(Space)] => Gives::Type(T::One(Space, true)), Pure Nothing, "the other end of an edge, seen from one end; none from elsewhere";
    EdgeOpen      "open"        Property [W::One(Edge)] => FLAG, Pure Links, "yes if a side may cross the edge now: its link exists there";
    LinkOf        "link"        Property [W::One(Edge)] => Gives::Type(T::One(Link, false)), Pure Nothing, "the link that an edge is part of";
    // Directions.
    Directions    "directions"  Word     [] => Gives::Type(T::Set(Direction)), Pure Nothing, "the directions of the board that point at the sides of a space, clockwise";
    Corners       "corners"     Word     [] => Gives::Type(T::Set(Direction)), Pure Nothing, "the directions that point at corners, clockwise";
    Axes          "axes"        Word     [] => Gives::Type(T::Set(Direction)), Pure Nothing, "half of the directions: one for each straight line";
    Turned        "turned"      Method   [W::One(Direction), W::Int] => Gives::Type(T::One(Direction, false)), Pure Nothing, "the direction n steps further clockwise";
    OppositeWay   "opposite"    Property [W::One(Direction)] => Gives::Type(T::One(Direction, false)), Pure Nothing, "the opposite direction";
    // Lines.
    LineTo        "line"        Method   [W::One(Space), W::One(Space)] => Gives::Type(T::Line), Pure Nothing, "the straight line between two spaces: a row of gates, each one space or two between which the line runs";
    ShutBy        "shut_by"     Method   [W::Line, W::Test] => SPACES, Pure Nothing, "the spaces of every gate that the test blocks completely; empty if the view is clear";
    // Walks.
    WaySpace      "space"       Property [W::Way] => Gives::Type(T::One(Space, false)), Pure Nothing, "the space where the way ends";
    WayCost       "cost"        Property [W::Way] => Gives::Type(T::Half(false)), Pure Nothing, "the cost of the way";
    WaySteps      "steps"       Property [W::Way] => INT, Pure Nothing, "the number of steps";
    WayFacing     "facing"      Property [W::Way] => Gives::Type(T::One(Direction, true)), Pure Nothing, "the facing of the piece at the end, if the walk varies it";
    WayPath       "path"        Property [W::Way] => SPACES, Pure Nothing, "the space after each step, the last one included";
    WayVia        "via"         Property [W::Way] => SPACES, Pure Nothing, "the spaces on the way that its walk names as worth passing, in order";
    WaysTo        "to"          Method   [W::Ways, W::One(Space)] => Gives::Type(T::Way(true)), Pure Nothing, "the cheapest of these ways to a space";
    WaysSpaces    "spaces"      Property [W::Ways] => SPACES, Pure Nothing, "the spaces where these ways end";
    Follow        "follow"      Method   [W::One(Piece), W::Way, W::Some(Piece)] optional 1 => NOTHING, Changes Never, "moves the piece along a way step by step, with the pieces of its company that may enter";
    Reach         "reach"       Function [W::One(Piece), W::One(Link), W::Int] optional 1 => SPACES, Pure Walks, "the spaces that a piece can reach over a link in n steps (default: its move), nearest first";
    // Sides.
    Foe           "foe"         Property [W::One(Side)] => Gives::Type(T::One(Side, false)), Pure Nothing, "the enemy side, in a game with two sides";
    Foes          "foes"        Property [W::Some(Side)] => Gives::Type(T::Set(Side)), Pure Nothing, "all other sides";
    Next          "next"        Property [W::One(Side)] => Gives::Type(T::One(Side, false)), Pure Nothing, "the next side in order of play";
    // Cards.
    ZoneOf        "zone"        Property [W::One(Card)] => Gives::Type(T::One(Zone, false)), Pure Cards, "the zone of the card";
    InForce       "in_force"    Property [W::One(Card)] => FLAG, Pure Cards, "yes while the text of the card is in force";
    Named         "named"       Method   [W::Some(Card), W::One(Card)] => Gives::Type(T::Set(Card)), Pure Cards, "the cards with the same name";
    Draw          "draw"        Function [W::One(Side), W::Int, W::One(Zone)] optional 1 => Gives::Type(T::Set(Card)), Rolls Never, "draws n cards to the hand of a side, from the draw pile or another zone";
    Discard       "discard"     Function [W::Some(Card)] => NOTHING, Changes Never, "moves cards to the discard pile";
    Move          "move"        Function [W::Some(Card), W::One(Zone), W::One(Side)] optional 1 => NOTHING, Changes Never, "moves cards to a zone of their deck, or of a side if each side has such a zone";
    Enforce       "enforce"     Function [W::Some(Card)] => NOTHING, Asks Never, "carries out this play of the cards without a window; their owner makes the choices left open";
    Lapse         "lapse"       Function [W::Some(Card)] => NOTHING, Changes Never, "ends the effect of cards in force";
    Shuffle       "shuffle"     Function [W::One(Side), W::One(Zone), W::One(Zone)] => NOTHING, Changes Never, "shuffles the cards of one zone of a side into another";
    // Dice and chance.
    RollOne       "roll"        Function [] => INT, Rolls Never, "rolls one die";
    Roll          "roll"        Function [W::Int] => Gives::Type(T::Dice), Rolls Never, "rolls n dice";
    Random        "random"      Function [W::Prompt, W::Set] => Gives::Chosen, Rolls Never, "a random member of a set; none if it is empty";
    DiceSum       "sum"         Property [W::Dice] => INT, Pure Places, "the sum of the dice";
    DiceHighest   "highest"     Property [W::Dice] => INT, Pure Places, "the highest die; 0 if there are none";
    DiceLowest    "lowest"      Property [W::Dice] => INT, Pure Places, "the lowest die; 0 if there are none";
    DiceCount     "count"       Method   [W::Dice, W::Int] => INT, Pure Places, "the number of dice that show exactly n";
    DiceAtMost    "at_most"     Method   [W::Dice, W::Int] => INT, Pure Places, "the number of dice that show n or less";
    DiceAtLeast   "at_least"    Method   [W::Dice, W::Int] => INT, Pure Places, "the number of dice that show n or more";
    // Numbers.
    Min           "min"         Function [W::Int, W::Int] => Gives::Wider, Pure Nothing, "the smaller number";
    Max           "max"         Function [W::Int, W::Int] => Gives::Wider, Pure Nothing, "the larger number";
    Abs           "abs"         Function [W::Int] => Gives::Wider, Pure Nothing, "the absolute value";
    HalfUp        "half_up"     Function [W::Int] => INT, Pure Nothing, "half, rounded up";
    HalfDown      "half_down"   Function [W::Int] => INT, Pure Nothing, "half, rounded down";
    DivideUp      "divide_up"   Function [W::Int, W::Int] => INT, Pure Nothing, "the first number divided by the second, rounded up";
    // Questions.
    Choose        "choose"      Method   [W::One(Side), W::Prompt, W::Set] => Gives::Chosen, Asks Never, "one member of a set chosen by the side; not asked if there is only one; an error if there is none";
    MayChoose     "may_choose"  Method   [W::One(Side), W::Prompt, W::Set] => Gives::MaybeChosen, Asks Never, "one member of a set chosen by the side, or none";
    Pick          "pick"        Method   [W::One(Side), W::Prompt, W::Set, W::Int, W::Int] => Gives::ChosenSet, Asks Never, "a subset chosen by the side: at least the first number, at most the second";
    Split         "split"       Method   [W::One(Side), W::Prompt, W::Int, W::Set, W::Limits] optional 1 => Gives::Parts, Asks Never, "a number divided among a set; `first` gets `least` before others get any, `most` limits each member";
    Fill          "fill"        Method   [W::One(Side), W::Prompt, W::Set, W::Int, W::Measure, W::Measure] optional 2 => Gives::Parts, Asks Never, "members chosen by the side whose weights (default: 1) add up as near to a number as possible, never above it; the second measure says how often each may be chosen (default: once)";
    Number        "number"      Method   [W::One(Side), W::Prompt, W::Int, W::Int] => INT, Asks Never, "a number from the first to the second, chosen by the side";
    Yes           "yes"         Method   [W::One(Side), W::Prompt] => FLAG, Asks Never, "the side's answer, yes or no";
    Act           "act"         Method   [W::One(Side), W::Offers, W::Thing] => FLAG, Asks Never, "offers the side one of these actions with this thing, free; no if the side declines";
    Secretly      "secretly"    Method   [W::Some(Side), W::Variable, W::Answer] => NOTHING, Asks Never, "asks these sides one after the other in secret; when all have answered, stores each side's answer in that variable";
    // Paying.
    CanPay        "can_pay"     Method   [W::One(Side), W::One(Purse), W::Thing, W::Int] => FLAG, Pure Never, "yes if the purse can pay n points for this thing";
    Over          "over"        Method   [W::One(Side), W::One(Purse)] => INT, Pure Never, "the points left over in the purse from sources that are spent whole";
    MayPay        "may_pay"     Method   [W::One(Side), W::One(Purse), W::Thing, W::Int, W::Prompt] optional 1 => FLAG, Asks Never, "asks the side to pay n points for this thing, if it can, with this question (default: whether to spend them for it); yes if it paid";
    Spend         "spend"       Method   [W::One(Side), W::Prompt, W::One(Purse)] => INT, Asks Never, "the points that the side chooses to spend, at most what the purse can pay";
    // Changes.
    Place         "place"       Function [W::Some(Piece), W::One(Space)] => NOTHING, Changes Never, "moves pieces to a space";
    Remove        "remove"      Function [W::Some(Piece)] => NOTHING, Changes Never, "takes pieces out of play";
    Put           "put"         Function [W::One(Kind), W::One(Side), W::One(Space)] => Gives::Type(T::One(Piece, false)), Changes Never, "creates a piece of this kind and side in a space";
    Exchange      "exchange"    Function [W::One(Piece), W::One(Side)] => Gives::Type(T::One(Piece, true)), Changes Never, "replaces this piece with a counter of the same kind of that side, taken from its box, in the same place and state; the piece returns to its own box; none if there is no such counter";
    Give          "give"        Function [W::Some(Piece), W::One(Side)] => NOTHING, Changes Never, "gives pieces to another side";
    Cancel        "cancel"      Function [] => NOTHING, Changes Never, "cancels what was about to happen, in a `before` hook or offer";
    SkipTo        "skip_to"     Function [W::One(Step)] => NOTHING, Changes Never, "continues with that step of the sequence";
    Finish        "finish"      Function [W::Some(Side), W::Level] optional 1 => NOTHING, Changes Never, "ends the game at once: the winner, a set of sides that win together, or none for a draw; and the level of victory";
    Say           "say"         Function [W::Prompt] => NOTHING, Changes Never, "adds a line to the log";
}
