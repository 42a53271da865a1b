import Testing
import TilawaBase
import TilawaYAML

/// The canonical form of a text; a second run must change nothing, and the values must stay.
func canonical(_ text: String, _ style: CanonicalStyle = CanonicalStyle()) -> String {
  let before = document(text)
  guard let bytes = before.canonicalEdits(style).applied(to: before.source.bytes) else {
    return "edits overlap"
  }
  let after = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: bytes))
  #expect(after.canonicalEdits(style).isEmpty)
  if let old = before.root, let new = after.root { #expect(new.hasSameValues(as: old)) }
  return String(decoding: bytes, as: UTF8.self)
}

@Suite struct CanonicalFormTests {
  private let style = CanonicalStyle(
    scalar: { path, scalar in path.last == "ayah" ? "\"\(scalar.value)\"" : nil },
    rowKeys: { $0 == ["segments"] ? ["ayah", "start", "end", "joins"] : nil },
    isFlowList: { $0 == ["segments", "[]", "joins"] })

  @Test func writesRowsOnOneLine() {
    #expect(
      canonical(
        """
        # top
        tilawa:   1
        segments:
        - start: 3.120
          ayah: '1:1'   # why
          note: a, b
          end: 8.440
        # of 1:2
        - {end: 14.010,ayah: 1:2, start: 8.440,
           joins: [ 9.000 ]}   # c


        - ayah: 1:3 # inner
          joins:
            - 1.5
        """, style)
          == """
          # top
          tilawa: 1
          segments:
            - start: 3.120
              ayah: "1:1"  # why
              note: a, b
              end: 8.440
            # of 1:2
            - { ayah: "1:2", start: 8.440, end: 14.010, joins: [9.000] }  # c

            - ayah: "1:3"  # inner
              joins: [1.5]

          """)
  }

  @Test func keepsBlockScalars() {
    #expect(
      canonical("a:\n    - |2-\n         x\n        y\n    - >+\n      q\n\nb: |\n x") == """
        a:
          - |2-
               x
              y
          - >+
            q

        b: |-
          x

        """)
  }

  @Test func quotesWhatOtherReadersMistake() {
    for text in [
      "yes", "no", "on", "off", "y", "1:1", "12:30:00", "1_000", "0b1", "<<", "=", "-0x1F", "1.2.3",
    ] {
      #expect(canonical("a: \(text)\n") == "a: \"\(text)\"\n")
    }
    let plain = [
      "2024-01-05", "2024-01-05T12:30:00+03:00", "2:1-5", "http://example.com/",
      "7f0c7b1e-9d6f-4c54-8d7b-3a2f0f3c9a11",
      "Friday prayer, 5 January 2024", "true", "~", "3.120", "12", ".inf", "بسم الله", "-a",
    ]
    for text in plain { #expect(canonical("a: \(text)\n") == "a: \(text)\n") }
    let numbers = [
      "012": "12", "-007": "-7", "0o17": "15", "1e3": "1.0e+3", "-.5": "-0.5", "2.E-4": "2.E-4",
      ".5e3": "0.5e+3",
    ]
    for (text, other) in numbers { #expect(canonical("a: \(text)\n") == "a: \(other)\n") }
  }

  @Test func writesTextsOnOneLine() {
    #expect(
      canonical("a: 'it''s'\nb: x\n  y\n\n  z\nc: \"x\n  y\"\nd: \"\\u0041\"\n'e': 1\n2: 3\n")
        == "a: \"it's\"\nb: \"x y\\nz\"\nc: \"x y\"\nd: \"\\u0041\"\n\"e\": 1\n\"2\": 3\n")
  }

  @Test func keepsComments() {
    #expect(
      canonical(
        "\u{FEFF}\r\n\r\n#top   \r\n---   # start\r\n\r\n\r\na: #1\r\n    # 2\r\n    b: 1#x\t# 3\r\n\r\n      # 4\r\n  # 5\r\n"
          + "# 6\r\nc: [ 1, # 7\r\n  # 8\r\n 2 ] # 9\r\n\r\n#end\r\n\r\n\r\n") == """
          #top
          # start

          a:  #1
            # 2
            b: 1#x  # 3

            # 4
          # 5
          # 6
          c:
            - 1  # 7
            # 8
            - 2  # 9

          #end

          """)
    #expect(canonical("# only\n\n\n\n  # comments") == "# only\n\n# comments\n")
    #expect(canonical("\n\n") == "")
    #expect(canonical("\n\n--- # only\n\n") == "# only\n")
  }

  @Test func leavesCanonicalLinesAlone() {
    let document = document("a: 1\nb:  2\nc: 3\nd: [1, 2]\ne: [1,2]\n")
    #expect(
      document.canonicalEdits(CanonicalStyle()) == [
        TextEdit(5..<11, "b: 2\n"), TextEdit(26..<35, "e: [1, 2]\n"),
      ])
  }

  @Test func leavesFaultyTextsAlone() {
    #expect(document("a:  1\na:  2\n").canonicalEdits(CanonicalStyle()).isEmpty)
  }
}
