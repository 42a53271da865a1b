/// Texts that programs tend to change. Each must come back as it was, or be reported as lost.
public enum OddTexts {
  /// None is empty, and none contains characters that YAML forbids.
  public static let all = [
    "one\ntwo", "one\n\nthree", "ends with a line\n", " leading", "trailing ", "  two  blanks  ",
    "\ttab\tin it\t",
    "\"quoted\"", "\"half", "it's 'so'", "say \"so\"", "''", "=1+1", "+1", "-1", "@home", "'=x", "'text'",
    "\t=x",
    "? conf=0.50", "?", "# a comment", "a # b", "conf=0.5", "verified", "-- dashes", "a -- b", "--", "1:2",
    "1:2 x",
    "2:255:3", "skip=takbir", "kahf 10", "1e3", "true", "null", "~", "0x10", "007", "1_000", "2024-01-05",
    "12:30:45",
    "بِسْمِ ٱللَّهِ", "سورة 18: الكهف", "\u{301}combining", "e\u{301}", "\u{6D6}", "😀 👨‍👩‍👧", "a: b", "a:", "[x]",
    "{x}", "{\\an8}x",
    "<b>bold</b>", "a & b < c", "&amp;", "-->", "00:00:01.000 --> 00:00:02.000", "100%", "a,b;c|d", "a;b",
    "\\n", "back\\slash",
    "ends in \\", "NOTE x", "words 2:255:3", "x-take=1", "\u{A0}wide\u{A0}", "\u{202F}narrow",
    "\u{200F}right\u{200E}",
    "soft\u{AD}hyphen", "joined\u{200D}", "!", "*", "&x", "%TAG", "- item", "key=value", "[00:01.00]", "$1",
    "`x`", "...",
  ]
}
