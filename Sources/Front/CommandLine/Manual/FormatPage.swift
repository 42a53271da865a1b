import TilawaBase
import TilawaFormat

extension ManualPage {
  /// The page of the files, made from the declarations that `lint`, `fmt` and the schemas follow.
  static func ofFormat(on date: ManualDate) -> ManualPage {
    ManualPage("tilawa", section: 5, about: "Files of annotated recordings of Quran recitation.", on: date) {
      page in
      page.line("Sh", .macro("DESCRIPTION"))
      page.blocks(introduction.map { .paragraph($0) })
      page.line("Sh", .macro("FILES"))
      for kind in DocumentKind.builtIn {
        page.line("Ss", .text(kind.name))
        page.prose(kind.meaning)
        page.line("Pp")
        page.prose("Path: \(kind.patterns.joined(separator: ", ")).")
        page.prose(kind.isPersonal ? "Personal; never shared unless you ask for it." : "Its keys are:")
        page.keys(kind.keys)
      }
      page.line("Sh", .macro("EXAMPLES"))
      page.prose("Segments of a recording:")
      page.literal(example.fields(by: "\n").map(String.init).filter { !$0.isEmpty })
      page.line("Sh", .macro("SEE ALSO"))
      for (name, isLast) in [
        ("tilawa", false), ("tilawa-editor-schema", false), ("tilawa-fmt", false), ("tilawa-lint", true),
      ] {
        page.line("Xr", [.text(name), .macro("1")] + (isLast ? [] : [.macro(",")]))
      }
    }
  }

  /// A whole `segments.yaml`.
  static let example = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: 8.440, verified: true }
      - { ayah: "1:2-4", start: 8.440, end: 24.010, joins: [12.900, 18.100], confidence: 0.93 }
      - { skip: takbir, start: 24.010, end: 26.300 }

    """

  private static let introduction = [
    """
    A recording is kept in a bundle: a folder whose name ends in .tilawa, with the audio and YAML files. Only recording.yaml \
    is required. A library is a folder with any number of bundles, and files that belong to no single bundle.
    """,
    """
    The files are UTF-8, one document each, without anchors, aliases, tags or duplicate keys. Times are seconds \
    with three decimals. Ayat are quoted: "2:255", "2:1-5", "8:75-9:1"; ayah 0 is the basmalah before a surah. Keys that begin \
    with x- are the user's own.
    """,
    """
    The full standard is in the folder spec of the source. tilawa explain describes each rule, and tilawa editor schema prints the JSON Schemas.
    """,
  ]
}

extension Mdoc {
  /// A list of keys, and below those that hold rows the keys of the rows.
  fileprivate mutating func keys(_ keys: DeclaredKeys) {
    line("Bl", .macro("-tag"), .macro("-width"), .macro("Ds"))
    for key in keys.names {
      line("It", .macro("Cm"), .text(key))
      let (noun, meaning) = keys.description(of: key) ?? ("", "")
      let absent = keys.absent(key)
      let need = keys.required.contains(key) ? ", required" : absent.isEmpty ? "" : "; when absent: \(absent)"
      prose("\(noun.prefix(1).uppercased() + noun.dropFirst())\(need).")
      prose(meaning)
      let words = keys.words(of: key)
      if !words.isEmpty, words.count <= 12 { prose("One of \(words.joined(separator: ", ")).") }
      if let rows = keys.ofRows(key) { self.keys(rows) }
    }
    line("El")
  }
}
