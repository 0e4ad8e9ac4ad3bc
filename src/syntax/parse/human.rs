//! Names of grammar rules for messages.

use crate::syntax::grammar::Rule;

/// How informative a possibility is: it decides the order of the list and what is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// Required here.
    Needed,
    /// Optional here: a further part.
    Possible,
    /// Allowed almost everywhere, such as an operator after an expression.
    Noise,
}

/// The name of a rule with its weight; `None` for rules that are internal.
pub(super) fn called(rule: Rule) -> Option<(Weight, String)> {
    let debug = format!("{rule:?}");
    if let Some(keyword) = debug.strip_prefix("k_") {
        return Some((Weight::Needed, format!("`{keyword}`")));
    }
    let (weight, name) = match rule {
        Rule::p_open => (Weight::Needed, "`(`"),
        Rule::p_close => (Weight::Needed, "`)`"),
        Rule::p_lbrace | Rule::body | Rule::offer | Rule::steps | Rule::given_lines => (Weight::Needed, "`{`"),
        Rule::p_rbrace => (Weight::Needed, "`}`"),
        Rule::p_comma => (Weight::Possible, "`,`"),
        Rule::p_colon => (Weight::Needed, "`:`"),
        Rule::p_equals => (Weight::Needed, "`=`"),
        Rule::p_slash => (Weight::Possible, "`/` and an opposite or plural"),
        Rule::p_dots => (Weight::Possible, "`..`"),
        Rule::p_bar => (Weight::Possible, "`|`"),
        Rule::p_minus | Rule::less => (Weight::Possible, "`-` and a number"),
        Rule::p_plus => (Weight::Noise, "`+`"),
        Rule::p_question => (Weight::Noise, "`?`"),
        Rule::p_both_ways => (Weight::Possible, "`--`"),
        Rule::p_one_way => (Weight::Possible, "`->`"),
        Rule::compare => (Weight::Needed, "`<=`, `>=`, `<` or `>`"),
        Rule::end_of_line => (Weight::Needed, "the end of the line or `;`"),
        Rule::EOI => (Weight::Noise, "the next item"),
        Rule::expr | Rule::operand | Rule::repeat_count => (Weight::Needed, "an expression"),
        Rule::operator | Rule::group | Rule::list | Rule::member => (Weight::Noise, "an operator"),
        Rule::prefix => return None,
        Rule::script | Rule::do_script => (Weight::Needed, "a script in braces"),
        Rule::name | Rule::quoted_name | Rule::any_order => (Weight::Needed, "a name"),
        Rule::code => (Weight::Possible, "a short name"),
        Rule::string => (Weight::Needed, "a text in quotes"),
        Rule::title => (Weight::Possible, "a title"),
        Rule::number => (Weight::Needed, "a number"),
        Rule::range => (Weight::Possible, "a range like `1..4`"),
        Rule::size => (Weight::Needed, "a size like `3 x 5`"),
        Rule::dice_literal => (Weight::Needed, "dice like `2d6`"),
        Rule::cite => (Weight::Possible, "a section like `@9.1`"),
        Rule::prefix_of_sections => (Weight::Possible, "a prefix of sections"),
        Rule::section_number => (Weight::Needed, "a section number"),
        Rule::word | Rule::facts | Rule::bare_word | Rule::quoted_word => (Weight::Possible, "a word"),
        Rule::type_ref => (Weight::Needed, "a type"),
        Rule::params => (Weight::Possible, "parameters in brackets"),
        Rule::param => (Weight::Needed, "a parameter"),
        Rule::item | Rule::scenario_item => (Weight::Needed, "an item"),
        Rule::clause => (Weight::Needed, "a clause (`modify`, `forbid`, `except`, `before`, `after`, `show`, `hide`)"),
        Rule::amount_change => {
            (Weight::Needed, "`by`, `halved`, `doubled`, `exactly`, `at least`, `at most` or `never below`")
        }
        Rule::modify_target => (Weight::Needed, "the name of a quantity"),
        Rule::what | Rule::path => (Weight::Needed, "a name"),
        Rule::what_params => (Weight::Noise, "names in brackets"),
        Rule::for_part => (Weight::Possible, "`for`"),
        Rule::at_part => (Weight::Possible, "`at`"),
        Rule::during_part | Rule::during_list => (Weight::Possible, "`during`"),
        Rule::when_part => (Weight::Possible, "`when`"),
        Rule::under_part => (Weight::Possible, "`under`"),
        Rule::as_part => (Weight::Possible, "`as`"),
        Rule::because_part => (Weight::Possible, "`because`"),
        Rule::bare_reason => return None,
        Rule::tail => return None,
        Rule::phrase | Rule::phrase_group | Rule::phrase_word => {
            (Weight::Needed, "a word such as a kind, a side or a flag")
        }
        Rule::on_spaces => (Weight::Noise, "`on` and spaces"),
        Rule::of_part => (Weight::Possible, "`of`"),
        Rule::game_line => (Weight::Needed, "`rulebook`, `die`, `sides` or `outcome`"),
        Rule::name_list => (Weight::Needed, "names"),
        Rule::fact_decl => (Weight::Needed, "a fact with its type, like `move: int`"),
        Rule::names_value => (Weight::Needed, "a value"),
        Rule::noun_word => (Weight::Needed, "a noun"),
        Rule::glyph => (Weight::Possible, "`glyph`"),
        Rule::notation => (Weight::Possible, "`notation`"),
        Rule::mode => (Weight::Possible, "`mode`"),
        Rule::copies => (Weight::Possible, "`copies`"),
        Rule::lasts => (Weight::Possible, "`lasts`"),
        Rule::play => (Weight::Possible, "`play`"),
        Rule::counters_entry => (Weight::Needed, "a kind and how many of it"),
        Rule::unique_pieces | Rule::unique_piece => (Weight::Possible, "pieces with names"),
        Rule::default_value => (Weight::Possible, "`=` and a default"),
        Rule::var => (Weight::Needed, "`var`"),
        Rule::flag => (Weight::Needed, "`flag`"),
        Rule::played_by => (Weight::Possible, "`played by`"),
        Rule::base_line => (Weight::Possible, "`base`"),
        Rule::local | Rule::offer_let => (Weight::Possible, "a name with `=`"),
        Rule::ruling_value => (Weight::Needed, "a reading and its text"),
        Rule::table_columns => (Weight::Needed, "`columns`"),
        Rule::table_gives => (Weight::Needed, "`gives`"),
        Rule::axis => (Weight::Needed, "the name of an axis"),
        Rule::shifted_by => (Weight::Possible, "`shifted by`"),
        Rule::table_row | Rule::cell | Rule::bare_cell => (Weight::Possible, "a cell"),
        Rule::table_cell_names => (Weight::Possible, "`cell`"),
        Rule::rulebook_section => (Weight::Needed, "a section and its title"),
        Rule::section_alias | Rule::army_alias => (Weight::Possible, "`alias`"),
        Rule::board_member => {
            (Weight::Needed, "`grid`, `hexes`, `spaces`, `layer`, `box`, `boxes`, `region`, `slots` or `links`")
        }
        Rule::grid_list => (Weight::Needed, "`columns` or `rows`"),
        Rule::list_name => return None,
        Rule::turned_for => (Weight::Possible, "`turned for`"),
        Rule::low_lines => (Weight::Needed, "`even columns low` or `odd columns low`"),
        Rule::numbered => (Weight::Needed, "`numbered CCRR`"),
        Rule::spaces_in => (Weight::Possible, "`in`"),
        Rule::space => (Weight::Needed, "a space"),
        Rule::legend | Rule::sign => (Weight::Possible, "a sign and what it means"),
        Rule::sign_row | Rule::signs => (Weight::Possible, "a row of signs"),
        Rule::box_place => (Weight::Needed, "a box"),
        Rule::region_part
        | Rule::region_corner
        | Rule::atom
        | Rule::atom_word
        | Rule::atom_name
        | Rule::atom_number => (Weight::Needed, "a space"),
        Rule::numbered_slots => (Weight::Needed, "a number of slots"),
        Rule::named_slots => (Weight::Needed, "names of slots"),
        Rule::chain => (Weight::Needed, "a link like `a -- b`"),
        Rule::hop => (Weight::Possible, "`--` or `->`"),
        Rule::arc => (Weight::Needed, "an arc and its hours"),
        Rule::hour | Rule::compass => (Weight::Possible, "an hour"),
        Rule::window => (Weight::Possible, "`during`, `before`, `after` or `any time`"),
        Rule::whose => (Weight::Noise, "`my`, `their` or `any`"),
        Rule::offer_line => {
            (Weight::Needed, "a parameter, `when`, `needs`, `chance`, `pays`, `once`, `say`, `do`, `then` or a clause")
        }
        Rule::once_per => (Weight::Possible, "`per`"),
        Rule::some_of => (Weight::Noise, "`some of`"),
        Rule::where_part => (Weight::Possible, "`where`"),
        Rule::pays => (Weight::Possible, "`pays`"),
        Rule::pays_purse => (Weight::Possible, "a purse"),
        Rule::pays_each | Rule::source_each | Rule::step_each | Rule::each => (Weight::Possible, "`each`"),
        Rule::pays_to | Rule::step_to => (Weight::Possible, "`to`"),
        Rule::per_side => (Weight::Possible, "`per side`"),
        Rule::zones => (Weight::Needed, "`zones`"),
        Rule::zone => (Weight::Needed, "a zone"),
        Rule::empty_rule => (Weight::Possible, "`empty shuffle`"),
        Rule::at_random => (Weight::Possible, "`drawn at random`"),
        Rule::purse_of => (Weight::Possible, "`of piece` or `of side`"),
        Rule::in_halves => (Weight::Possible, "`in halves`"),
        Rule::purse_source | Rule::source_name => (Weight::Needed, "`source`"),
        Rule::purse_either => (Weight::Possible, "`either`"),
        Rule::purse_over => (Weight::Possible, "`over lost`"),
        Rule::source_whole => (Weight::Possible, "`whole`"),
        Rule::source_gives => (Weight::Needed, "`gives`"),
        Rule::source_share => (Weight::Possible, "`to each of` or `among`"),
        Rule::share_at_most => (Weight::Possible, "`, at most N each`"),
        Rule::source_from => (Weight::Possible, "`from`"),
        Rule::walk_pays | Rule::step_pays => (Weight::Possible, "`pays`"),
        Rule::walk_varies => (Weight::Needed, "`varies`"),
        Rule::walk_every => (Weight::Possible, "`every step sets`"),
        Rule::walk_step => (Weight::Needed, "`step`"),
        Rule::walk_via => (Weight::Needed, "`via`"),
        Rule::walk_end => (Weight::Needed, "`end`"),
        Rule::step_sets => (Weight::Possible, "`sets`"),
        Rule::step_set => (Weight::Needed, "a variable and its value"),
        Rule::step => (Weight::Needed, "a step"),
        Rule::repeat => (Weight::Possible, "`repeat`"),
        Rule::until => (Weight::Possible, "`until`"),
        Rule::each_from => (Weight::Possible, "`from`"),
        Rule::each_of => (Weight::Possible, "`of`"),
        Rule::all_sides => (Weight::Possible, "`all sides`"),
        Rule::step_named => (Weight::Possible, "`named`"),
        Rule::step_by => (Weight::Possible, "`by`"),
        Rule::step_do | Rule::offer_do => (Weight::Possible, "`do`"),
        Rule::step_then | Rule::then_call | Rule::offer_then => (Weight::Possible, "`then`"),
        Rule::step_actions => (Weight::Possible, "`actions`"),
        Rule::pass_text => (Weight::Possible, "`or` and a text"),
        Rule::run_state => (Weight::Possible, "`var` or `flag`"),
        Rule::definition => (Weight::Possible, "`is`, `the` or `set`"),
        Rule::repeat_range => (Weight::Possible, "a range like `1..4`"),
        Rule::position_line | Rule::position_left => (Weight::Needed, "a place and its pieces, like `left rear: …`"),
        Rule::position_pair => (Weight::Needed, "`:`"),
        Rule::position_right | Rule::entry | Rule::thing => (Weight::Needed, "pieces or places"),
        Rule::position_block => (Weight::Possible, "`{`"),
        Rule::short_setting => (Weight::Possible, "a variable and its value"),
        Rule::scenario_line | Rule::setting => (Weight::Needed, "an army, a line of the position, a fact, or a rule"),
        Rule::for_name => (Weight::Needed, "`for` and a name"),
        Rule::draw_line => {
            (Weight::Needed, "`map`, `side`, `omit`, `hex`, `space`, `link`, `piece`, `badge`, `arrow`, `track`")
        }
        Rule::shade => (Weight::Possible, "`shade`"),
        Rule::track_labels => (Weight::Possible, "`labels`"),
        Rule::track_mark => (Weight::Possible, "`marks`"),
        Rule::test_line => (
            Weight::Needed,
            "`given`, `at`, `ruling`, `dice`, `draw`, `play`, `do`, `offered`, `refused`, `asked`, `ended` or `then`",
        ),
        Rule::wanted => (Weight::Needed, "a side, `:` and what it does"),
        Rule::mark => (Weight::Needed, "a piece, a place or a word"),
        Rule::dice_group | Rule::face => (Weight::Needed, "dice"),
        Rule::sentence | Rule::wrong_sentence => (Weight::Needed, "what the player does"),
        Rule::offered_costs => (Weight::Possible, "`costs` and an amount"),
        Rule::offered_odds => (Weight::Possible, "`odds` like `21/36`"),
        Rule::refused_because => (Weight::Possible, "`because` and sections"),
        Rule::puzzle_line => (
            Weight::Needed,
            "`given`, `at`, `ruling`, `dice`, `within`, `until`, `goal`, `best chance of`, `only`, `solution` or `hint`",
        ),
        Rule::solution_line => (Weight::Needed, "`SIDE:` and what it does"),
        Rule::lesson_line => (
            Weight::Needed,
            "`given`, `at`, `say`, `show`, `try`, `wrong`, `hint`, `choose`, `ask`, `answer`, `predict`, `play`, `dice`, `then` or `free`",
        ),
        _ => return None,
    };
    Some((weight, name.to_owned()))
}
