package import TilawaBase
package import TilawaQuran
import TilawaYAML

/// The YAML files of a bundle, or one document of a library, as one version has them, wherever they come from.
package struct BundleVersion: Sendable {
  /// Their texts.
  package var files: [DocumentKind: SourceText]

  /// These files.
  package init(files: [DocumentKind: SourceText]) {
    self.files = files
  }

  /// The checksum that `recording.yaml` names, if it names one.
  package var audioChecksum: String? {
    files[.recording].flatMap { BundleFile(recording: $0).content?.audio?.sha256?.value }
  }

  /// Returns the counting system of its ayat, which is Kufi if it has no `recording.yaml`. Throws if it can't
  /// be determined.
  package func counting() throws(FileMerge.Unmergeable) -> CountingSystem {
    guard let source = files[.recording] else { return .kufi }
    let file = BundleFile(recording: source)
    guard let counting = file.counting else {
      throw FileMerge.Unmergeable(path: source.path, diagnostics: file.diagnostics)
    }
    return counting
  }
}

extension DocumentKind {
  /// Determines the kind of a text by its name, else by its content.
  ///
  /// Git passes versions of a file under names of its own.
  package init?(of source: SourceText, named name: String) {
    if let kind = FileKind(fileName: name)?.document ?? DocumentKind(ofFileAt: name) {
      self = kind
      return
    }
    // A line that begins with the key of the rows says it without reading ten thousand rows.
    let timed = Self.all.filter { $0.timedList != nil }
    if let kind = timed.first(where: { source.hasLine(beginningWith: $0.timedList.map { "\($0.key):" }) }) {
      self = kind
      return
    }
    let keys = Set(YAMLDocument(parsing: source).root?.mapping?.compactMap { $0.key.scalar?.value } ?? [])
    if let kind = timed.first(where: { $0.timedList.map { keys.contains($0.key) } ?? false }) {
      self = kind
    } else if let kind = Self.ofLibraries.first(where: {
      $0.lists.contains { keys.contains($0.key) } && $0.has(keys)
    }) {
      self = kind
    } else if keys.contains(FileKey.name) || keys.contains(FileKey.sources) {
      self = .reciter
    } else if keys.contains(FileKey.id) || keys.contains(FileKey.audio) {
      self = .recording
    } else {
      return nil
    }
  }
}

extension DocumentKind {
  /// Returns true if the kind declares all of these keys, except for the user's own.
  fileprivate func has(_ keys: Set<String>) -> Bool {
    let own = Set(fieldNames)
    return keys.allSatisfy { own.contains($0) || $0.begins(with: "x-") }
  }
}

extension SourceText {
  /// Returns true if one of the first 64 lines begins with `text`.
  fileprivate func hasLine(beginningWith text: String?) -> Bool {
    guard let text else { return false }
    var offset = 0
    for _ in 0..<64 {
      if bytes[offset...].starts(with: text.utf8) { return true }
      guard let end = bytes[offset...].firstIndex(of: 0x0A) else { return false }
      offset = end + 1
    }
    return false
  }
}
