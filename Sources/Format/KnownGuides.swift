import TilawaBase

/// The guides of a library, to hold one against the others.
public struct KnownGuides: Sendable {
  /// The place at which each id is given first, in the order of the bytes of the files' paths.
  private(set) var ids: [String: Place] = [:]
  /// The schools that have guides of some of the five prayers of a day: of which, and the path of the first of them.
  private(set) var daily: [School: (prayers: Set<Prayer>, path: String)] = [:]

  /// Those of `documents` that are guides; nil where none is, so that nothing is known.
  public init?(_ documents: [ReadDocument]) {
    let files = documents.compactMap { $0.values(Guide.self) }
    if files.isEmpty { return nil }
    for file in files.sorted(by: { $0.source.path.utf8.lexicographicallyPrecedes($1.source.path.utf8) }) {
      if let id = file.content?.id, ids[id.value] == nil { ids[id.value] = file.place(id) }
      guard let school = file.content?.school?.value, let prayer = file.content?.prayer?.value,
        Prayer.ofADay.contains(prayer)
      else { continue }
      daily[school, default: ([], file.source.path)].prayers.insert(prayer)
    }
  }
}

extension LibraryFiles {
  /// The known guides of the library, given separately or read; nil if there are none.
  public var guides: KnownGuides? { companion(KnownGuides.self) ?? KnownGuides(documents) }
}
