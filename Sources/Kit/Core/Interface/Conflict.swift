public import FoundationEssentials
import TilawaBase
import TilawaFormat

/// A part of a file that two versions of a bundle changed differently. It is between conflict markers, as
/// ``MergePlan`` and git write them, and ``Edit/settle(_:_:)`` settles it.
public struct Conflict: Identifiable, Hashable, Codable, Sendable {
  /// Identifies a conflict while others are settled.
  public struct ID: Hashable, Codable, Sendable {
    let file, text: String
    /// The number among conflicts with the same text, from 0.
    let number: Int
  }

  /// The side of a conflict to keep.
  public enum Side: String, Hashable, Codable, Sendable, CaseIterable {
    /// The version of this bundle.
    case ours
    /// The version of the other.
    case theirs
    /// The version from which both started.
    case base
    /// The version of this bundle, followed by the version of the other.
    case both
  }

  /// One version of the conflict.
  public struct Version: Hashable, Codable, Sendable {
    /// The lines of the file.
    public let text: String
    /// The rows in them; empty if the version has none, or the conflict isn't about rows.
    public let rows: [Row]
  }

  /// Identifies the conflict.
  public let id: ID
  /// The address of the file.
  public let url: URL
  /// The line at which it begins, from 1.
  public let line: Int
  /// The version of this bundle.
  public let ours: Version
  /// The version of the other.
  public let theirs: Version
  /// The version from which both started, or nil if the file doesn't contain it.
  public let base: Version?
}

extension Conflict {
  /// Returns the conflicts in a file's text, in their order.
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

  /// Returns the conflicts in all files of a bundle.
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
