package import TilawaFormat

/// The reciters of a library, gathered bundle by bundle.
package struct LibraryReciters {
  private var ids: Set<String> = []
  private var mayBeMore = false

  /// Nobody yet.
  package init() {}

  /// Takes the reciters of a bundle, or of a file in `reciters/`, as far as its files were read.
  package mutating func add(_ bundle: TilawaBundle) {
    let files = [bundle.recording?.hasErrors, bundle.reciter?.hasErrors, bundle.segments?.hasErrors]
    if files.contains(true) || !bundle.folderDiagnostics.isEmpty { mayBeMore = true }
    for id in [bundle.recording?.content?.reciter, bundle.reciter?.content?.id] {
      if let id { ids.insert(id.value) }
    }
    for row in bundle.segments?.content?.rows ?? [] {
      if let id = row.reciter { ids.insert(id) }
    }
  }

  /// The ids; nil where a faulty file may hide some, and in a library without any.
  package var known: Set<String>? { mayBeMore || ids.isEmpty ? nil : ids }

  /// Those of `wanted` who aren't among them.
  package func missing(of wanted: Set<String>) -> Set<String> { wanted.subtracting(ids) }
}

extension LibraryFiles {
  /// The reciters whom `playback.yaml` lists.
  package var listedReciters: Set<String> {
    let keys = playback?.content.map { [$0.keys] + $0.profiles.map(\.keys) } ?? []
    return Set(keys.flatMap { $0.reciters?.value.compactMap { $0.id?.value } ?? [] })
  }
}
