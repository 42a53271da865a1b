/// Signs that Swift joins with the sign before them into one Character: signs of recitation, a vowel, a
/// diacritic, a number sign that joins the text after it, direction marks, a joiner, emoji.
public let joiningSigns = [
  "\u{6D6}", "\u{6DB}", "\u{64B}", "\u{301}", "\u{6DD}", "\u{200F}", "\u{2067}", "\u{200D}", "\u{1F600}",
  "\u{1F468}\u{200D}\u{1F467}",
]
