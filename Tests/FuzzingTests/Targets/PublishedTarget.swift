import TilawaLibrary

extension FuzzTarget {
  /// The files of a published library: a file that can be read is written, and reads the same again.
  /// `=== KIND` precedes the file.
  static let published = FuzzTarget("published") { input in
    let parts = InputParts(input)
    let name = parts.parts.first?.name ?? ""
    let bytes = parts.parts.first?.bytes ?? input
    for kind in kinds where name.isEmpty || kind.kind == name { try check(kind, bytes) }
  }

  static let kinds: [any PublishedDocument.Type] = [
    PublishedRoot.self, PublishedSurah.self, PublishedHeld.self, PublishedAyah.self, PublishedDirectory.self,
    PublishedGroup.self, PublishedRecording.self, PublishedReciters.self,
  ]

  private static func check<Document: PublishedDocument>(_: Document.Type, _ bytes: [UInt8]) throws {
    guard let document = try? Document(reading: bytes) else { return }
    let written = document.bytes
    do {
      let again = try Document(reading: written).bytes
      try demand(again == written, "\(Document.kind) reads \(shown(written)), and then \(shown(again))")
    } catch let fault as PublishedFault {
      throw FuzzFinding(description: "\(Document.kind) wrote what it can't read: \(fault) \(shown(written))")
    }
  }
}
