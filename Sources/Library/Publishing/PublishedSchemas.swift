package import TilawaBase
import TilawaFormat

/// The JSON Schemas and tables of a published library's files, made from the declarations that readers and writers use.
package enum PublishedSchemas {
  /// Every kind of file, in the order in which a reader meets them.
  package static let kinds: [any PublishedDocument.Type] = [
    PublishedRoot.self, PublishedSurah.self, PublishedHeld.self, PublishedAyah.self, PublishedReciters.self,
    PublishedDirectory.self, PublishedGroup.self, PublishedRecording.self,
  ]

  /// As it stands in `spec/schemas/`.
  package static func fileName(of kind: any PublishedDocument.Type) -> String {
    "published-\(kind.kind).schema.json"
  }

  /// Draft-07, as the other schemas of the spec.
  package static func schema(of kind: any PublishedDocument.Type) -> JSONValue {
    let head: [JSONValue.Member] = [
      .init("$schema", "http://json-schema.org/draft-07/schema#"),
      .init("$id", .string("urn:tilawa:schema:published-\(kind.kind):\(PublishedLimits.version)")),
      .init(
        "title", .string("Tilawa, a published library: \(kind.kind), version \(PublishedLimits.version)")),
    ]
    guard case .object(let rest) = kind.schema else { return .object(head) }
    return .object(head + rest)
  }

  /// The keys of a kind of object in Markdown, by the name of the table in the spec.
  package static let tables: [(name: String, text: String)] = [
    ("library", table(PublishedRoot.self)), ("library.surahs", table(PublishedRoot.Surah.self)),
    ("surah", table(PublishedSurah.self)), ("surah.ayat", table(PublishedSurah.Entry.self)),
    ("surah.parts", table(PublishedSurah.Part.self)),
    ("held", table(PublishedHeld.self)), ("held.held", table(PublishedHeld.Entry.self)),
    ("ayah", table(PublishedAyah.self)), ("ayah.recordings", table(PublishedHearing.self)),
    ("audio", table(PublishedAudio.self)), ("ayah.rows", table(PublishedRow.self)),
    ("cut", table(PublishedCut.self)),
    ("reciters", table(PublishedReciters.self)), ("reciters.reciters", table(PublishedReciters.Entry.self)),
    ("reciters.sources", table(PublishedReciters.Source.self)),
    ("directory", table(PublishedDirectory.self)), ("directory.groups", table(PublishedDirectory.Group.self)),
    ("group", table(PublishedGroup.self)), ("group.recordings", table(PublishedGroup.Entry.self)),
    ("recording", table(PublishedRecording.self)), ("recording.rows", table(Segment.self)),
  ]

  private static func table<Object: PublishedObject>(_ type: Object.Type) -> String {
    var lines = ["| key | value | meaning |", "| --- | --- | --- |"]
    for key in Object.members.map(\.key.type) {
      lines.append(
        "| `\(key.name)` | \(key.type.noun)\(key.isRequired ? ", **required**" : "") | \(key.meaning) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
