public import FoundationEssentials
import TilawaBase
import TilawaFormat

/// Something that two versions of a bundle changed, each in another way: between conflict markers in a file, as ``MergePlan`` and git
/// write it. ``Edit/settle(_:_:)`` ends it.
public struct Conflict: Identifiable, Hashable, Codable, Sendable {
  /// Identifies a conflict while others are settled.
  public struct ID: Hashable, Codable, Sendable {
    let file, text: String
    /// Of those that read the same, from 0.
    let number: Int
  }

  /// What stays of a conflict.
  public enum Side: String, Hashable, Codable, Sendable, CaseIterable {
    /// What this bundle said.
    case ours
    /// What the other said.
    case theirs
    /// What both started from.
    case base
    /// Ours, then theirs.
    case both
  }

  /// What one version says.
  public struct Version: Hashable, Codable, Sendable {
    /// The lines of the file.
    public let text: String
    /// The rows in them; empty where the version has none, or it isn't about rows.
    public let rows: [Row]
  }

  /// Identifies the conflict.
  public let id: ID
  /// The file.
  public let url: URL
  /// The line at which it begins, from 1.
  public let line: Int
  /// What this bundle said.
  public let ours: Version
  /// What the other said.
  public let theirs: Version
  /// What both started from; nil where the file doesn't show it.
  public let base: Version?
}

extension Conflict {
  /// The conflicts of a file's text, in its order.
  static func all(in source: SourceText, _ kind: FileKind) -> [Conflict] {
    var seen: [String: Int] = [:]
    return ConflictedText(source).conflicts.map { found in
      let text = String(decoding: source.bytes[found.range], as: UTF8.self)
      defer { seen[text, default: 0] += 1 }
      let version = { (range: Range<Int>) in Version(source.bytes[range], kind) }
      return Conflict(
        id: ID(file: kind.fileName, text: text, number: seen[text, default: 0]),
        url: URL(filePath: source.path, directoryHint: .notDirectory),
        line: LineTable(of: source).position(at: found.range.lowerBound).line,
        ours: version(found.ours), theirs: version(found.theirs), base: found.base.map(version))
    }
  }

  /// The conflicts of all files of a bundle.
  static func all(in bundle: TilawaBundle) -> [Conflict] {
    FileKind.allCases.flatMap { kind -> [Conflict] in
      guard bundle.hasErrors(in: kind), let source = bundle.source(of: kind) else { return [] }
      return all(in: source, kind)
    }
  }
}

extension Conflict.Version {
  fileprivate init(_ lines: ArraySlice<UInt8>, _ kind: FileKind) {
    text = String(decoding: lines, as: UTF8.self)
    var bundle = TilawaBundle()
    if let list = kind.list {
      let head = "\(FileKey.version): \(FormatVersion.current)\n\(list.key):\n"
      bundle.replace(kind, by: SourceText(path: kind.fileName, bytes: Array(head.utf8) + lines))
    }
    rows = Row.rows(of: bundle, KnownRows(AnnotatedRow.rows(of: bundle)))
  }
}
