import Testing
import TilawaBase
import TilawaYAML

/// Reads a text under the name `a.yaml`.
func document(_ text: String) -> YAMLDocument {
  YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: Array(text.utf8)))
}

/// Returns one line for each finding: code, line and column, the text at that place, the message; then its
/// notes.
func findings(_ document: YAMLDocument) -> [String] {
  let table = LineTable(of: document.source)
  func told(_ place: Place?, _ message: String) -> String {
    let range = place?.range ?? 0..<0
    let position = table.position(at: range.lowerBound)
    return "\(position.line):\(position.column) [\(document.source.text(in: range))] \(message)"
  }
  return document.diagnostics.flatMap { finding in
    ["\(finding.rule.code) " + told(finding.place, finding.message)]
      + finding.notes.map { "  note " + told($0.place, $0.message) }
  }
}

@Suite struct YAMLRulesTests {
  @Test func codesAreInOrderAndUnique() {
    #expect(YAMLRules.all.map(\.code) == (1...14).map { "Y0" + ($0 < 10 ? "0" : "") + "\($0)" })
    #expect(Set(YAMLRules.all.map(\.name)).count == 14)
  }

  /// A text and all that is found in it.
  private static let table: [(text: String, findings: String)] = [
    (
      "a: 1\nb: 2\na: 3\n",
      """
      Y004 3:1 [a] "a" is given twice; first at line 1
        note 1:1 [a] first given here
      """
    ),
    (
      "a: &x 1\nb: *x\n",
      """
      Y005 1:4 [&x] "&x" names a value for use elsewhere; remove it
      Y005 2:4 [*x] "*x" refers to another value; write the value itself
      """
    ),
    (
      "a: !!str 1\nb: !foo [1]\n",
      """
      Y006 1:4 [!!str] "!!str" is a tag; remove it
      Y006 2:4 [!foo] "!foo" is a tag; remove it
      """
    ),
    (
      "a: &x !y # c\n  [1]\n",
      """
      Y005 1:4 [&x] "&x" names a value for use elsewhere; remove it
      Y006 1:7 [!y] "!y" is a tag; remove it
      """
    ),
    (
      "a: 1\n---\nb: 2\n---\nc: 3\n",
      """
      Y007 2:1 [---] a second document starts here; move it to a file of its own
      """
    ),
    ("---\na: 1\n...\n", ""),
    (
      "[[[[[[[[[[[[[[[[[[[[",
      """
      Y008 1:17 [[] nested 17 levels deep; at most 16 are allowed
      """
    ),
    (
      "a: {x:1}\n",
      """
      Y011 1:5 [x:1] "x:1" is one key with no value; write a space after the colon: "x: 1"
      """
    ),
    (
      "a: {http://x, y}\n",
      """
      Y011 1:5 [http://x] "http://x" is one key with no value; write a space after the colon: "http: //x"
      """
    ),
    (
      "a: 1\nb:2\n",
      """
      Y003 2:2 [:] a space is missing after this colon
      """
    ),
    (
      "a: [1, 2\nb: 3\n",
      """
      Y003 1:4 [[] "[" is opened here and not closed before line 2; write "]" at its end, or a comma \
      between its values
        note 2:2 [:] "]" or a comma is missing before this
      """
    ),
    (
      "a: {x: 1\nb: 3\n",
      """
      Y003 1:4 [{] "{" is opened here and not closed before line 2; write "}" at its end, or a comma \
      between its values
        note 2:2 [:] "}" or a comma is missing before this
      """
    ),
    (
      "a: [\n",
      """
      Y003 1:4 [[] "[" is opened here and never closed
      """
    ),
    (
      "a: \"abc\nb: 3\n",
      """
      Y003 1:4 ["] the quote " is opened here and never closed
      """
    ),
    (
      "a: 'b\n",
      """
      Y003 1:4 ['] the quote ' is opened here and never closed
      """
    ),
    (
      "a: 1\n\tb: 2\n",
      """
      Y003 2:1 [\t] tabs cannot indent YAML; use spaces
      """
    ),
    (
      "a:\n\t- b\n",
      """
      Y003 2:1 [\t] tabs cannot indent YAML; use spaces
      """
    ),
    (
      "a: \"\\q\"\n",
      """
      Y003 1:5 [\\q] "\\q" is not an escape; write "\\\\" for a backslash, or use single quotes
      """
    ),
    (
      "a: @foo\n",
      """
      Y003 1:4 [@] text cannot begin with "@"; put it in quotes
      """
    ),
    (
      "a: %x\n",
      """
      Y003 1:4 [%] text cannot begin with "%"; put it in quotes
      """
    ),
    (
      "a: b: c\n",
      """
      Y003 1:5 [:] unexpected colon; check the indentation, and put text that contains ": " in quotes
      """
    ),
    (
      "a: - b\n",
      """
      Y003 1:4 [-] a row ("- ") is not allowed here; put it on its own line, below its key
      """
    ),
    (
      "a: 1\n b: 2\n",
      """
      Y003 2:3 [:] unexpected colon; check the indentation, and put text that contains ": " in quotes
      """
    ),
    (
      "a:\n  - 1\n - 2\n",
      """
      Y003 3:2 [-] this does not fit the list that begins at line 2; its rows begin with "- ", all in one column
        note 2:3 [-] the list begins here
      """
    ),
    (
      "a: \"b\" c\n",
      """
      Y003 1:8 [c] unexpected text after the value; put the whole value in quotes
      """
    ),
    (
      "a: [1,,2]\n",
      """
      Y003 1:7 [,] expected a value before this ","
      """
    ),
    (
      "a: [1]]\n",
      """
      Y003 1:7 []] this "]" closes nothing; remove it
      """
    ),
    (
      "a: [\"x\" 2]\n",
      """
      Y003 1:9 [2] expected a comma or "]" here
        note 1:4 [[] "[" is opened here
      """
    ),
    (
      "a: *\n",
      """
      Y003 1:4 [*] text cannot begin with "*"; put it in quotes
      """
    ),
    (
      "? a\n: b\n",
      """
      Y012 1:1 [?] "?" begins a multi-line key; write it as "key: value"
      """
    ),
    (
      "{}: b\n",
      """
      Y012 1:1 [{}] a list or mapping cannot be a key; use text
      """
    ),
    (
      ": b\n",
      """
      Y012 1:1 [:] a key is missing before the colon
      """
    ),
    (
      "{: b}\n",
      """
      Y012 1:2 [:] a key is missing before the colon
      """
    ),
    (
      "~: b\n",
      """
      Y012 1:1 [~] the key ~ is null; write a name, in quotes if needed
      """
    ),
    (
      "%YAML 1.2\n---\na: 1\n",
      """
      Y013 1:1 [%YAML 1.2] "%YAML 1.2" is a directive; delete the line
      """
    ),
    (
      "%FOO\na: 1\n",
      """
      Y013 1:1 [%FOO] "%FOO" is a directive; delete the line
      """
    ),
    (
      "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> feature\nb: 1\nb: 2\n",
      """
      Y010 1:1 [<<<<<<< HEAD] unresolved merge conflict between "HEAD" and "feature"; keep what is right \
      and delete the marker lines
        note 2:1 [a: 1] "HEAD" has this
        note 4:1 [a: 2] "feature" has this
      Y004 7:1 [b] "b" is given twice; first at line 6
        note 6:1 [b] first given here
      """
    ),
    (
      "<<<<<<< HEAD\n||||||| 0a1b\na: 1\n=======\na: 2\n>>>>>>> feature\n",
      """
      Y010 1:1 [<<<<<<< HEAD] unresolved merge conflict between "HEAD" and "feature"; keep what is right \
      and delete the marker lines
        note 1:1 [<<<<<<< HEAD] "HEAD" is empty here
        note 3:1 [a: 1] "0a1b" has this
        note 5:1 [a: 2] "feature" has this
      """
    ),
    (
      "a: 1\n=======\n",
      """
      Y010 2:1 [=======] "=======" is left over from a merge conflict; delete the line
      """
    ),
    ("a: <<<<<<< no\n", ""),
    (
      "a: &é 1\nb: &a.b\n",
      """
      Y005 1:4 [&é] "&é" names a value for use elsewhere; remove it
      Y005 2:4 [&a.b] "&a.b" names a value for use elsewhere; remove it
      """
    ),
    (
      "a: *b*\n",
      """
      Y005 1:4 [*b*] "*b*" refers to another value; write the value itself
      """
    ),
    (
      "a: 'b'#c\n",
      """
      Y003 1:7 [#] a comment needs a space before its "#"
      """
    ),
    (
      "a: [b,#c\n  d]#e\n",
      """
      Y003 1:7 [#] a comment needs a space before its "#"
      Y003 2:5 [#] a comment needs a space before its "#"
      """
    ),
    (
      "a: |#c\n  d\n",
      """
      Y003 1:5 [#] a comment needs a space before its "#"
      """
    ),
    (
      "a:\n  - [\n  1]\n",
      """
      Y003 3:3 [1] text in braces or brackets must be indented more than its key or row
      """
    ),
    (
      "a: { b: \"c\nd\" }\n",
      """
      Y003 1:9 ["] the quote " is opened here and never closed
      """
    ),
    (
      "a: [?b, -, -1]\n",
      """
      Y003 1:5 [?] text in braces or brackets cannot begin with "?"; put it in quotes
      Y003 1:9 [-] a single dash cannot be a value here; put it in quotes
      """
    ),
    (
      "-\ta: 1\n",
      """
      Y003 1:2 [\t] tabs cannot indent YAML; use spaces
      """
    ),
    ("[\n1, 'a\nb'\n]\n", ""),
    (
      "a: [1,\n# c\n 'x\n\n y']\n\t\n\t# d\n-\t1: 2\n".replacing("-\t1: 2\n", with: "b:\n-\t[1]\n- \t2\n"), ""
    ),
    ("a: |\n  b\n\tc\n".replacing("\tc", with: "  \tc"), ""),
    (
      "a: \u{01}\nb: \u{9d}\na: \u{feff}",
      """
      Y002 1:4 [\u{01}] control character U+0001; remove it, or write it as an escape in double quotes
      Y002 2:4 [\u{9d}] control character U+009D; remove it, or write it as an escape in double quotes
      Y004 3:1 [a] "a" is given twice; first at line 1
        note 1:1 [a] first given here
      Y002 3:4 [\u{feff}] byte order mark (U+FEFF) inside the text; remove it
      """
    ),
    (
      "a: \u{85}b\nb: \"\u{2028}\"\n",
      """
      Y009 1:4 [\u{85}] some readers take the character U+0085, next line, as a line end; replace it with \
      a line end, a space or an escape
      Y009 2:5 [\u{2028}] some readers take the character U+2028, line separator, as a line end; replace it with \
      a line end, a space or an escape
      """
    ),
    (
      "a: 1\rb: 2\r",
      """
      Y009 1:5 [\r] 2 carriage returns without a line feed, the first here; end lines with LF or CRLF
      """
    ),
    (
      "a: |x\n  b\n",
      """
      Y003 1:5 [x] only a comment can follow here; put the text on the next line
      """
    ),
    (
      "a: !x!y b\n",
      """
      Y006 1:4 [!] this is a tag; remove it, or put the text in quotes
      """
    ),
    (
      "a: &x 1\nb: *x\nb: !t 2\nc: [\n",
      """
      Y005 1:4 [&x] "&x" names a value for use elsewhere; remove it
      Y005 2:4 [*x] "*x" refers to another value; write the value itself
      Y004 3:1 [b] "b" is given twice; first at line 2
        note 2:1 [b] first given here
      Y006 3:4 [!t] "!t" is a tag; remove it
      Y003 4:4 [[] "[" is opened here and never closed
      """
    ),
    (
      "عنوان: 1\nعنوان: 2\n",
      """
      Y004 2:1 [عنوان] "عنوان" is given twice; first at line 1
        note 1:1 [عنوان] first given here
      """
    ),
    (
      "\u{feff}a: 1\r\na: 2\r\n",
      """
      Y004 2:1 [a] "a" is given twice; first at line 1
        note 1:1 [a] first given here
      """
    ),
  ]

  @Test func tellsEveryFault() {
    for (text, expected) in Self.table {
      #expect(findings(document(text)).joined(separator: "\n") == expected, "\(text.debugDescription)")
    }
  }
}
