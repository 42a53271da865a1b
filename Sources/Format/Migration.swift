public import TilawaBase
import TilawaYAML

/// A step from one version of the format to the next.
public struct Migration: Sendable {
  /// The version it is for.
  public let from: FormatVersion
  /// The version it leads to.
  public let to: FormatVersion
  /// The edits of the document's text besides that of the version.
  let changes: @Sendable (YAMLDocument, FileKind) -> [TextEdit]

  init(
    from: FormatVersion, to: FormatVersion,
    changes: @escaping @Sendable (YAMLDocument, FileKind) -> [TextEdit]
  ) {
    self.from = from
    self.to = to
    self.changes = changes
  }

  /// Every step there is, oldest first. Version 1 is the first, so there is none yet.
  public static let all: [Migration] = []
}

extension Migration {
  /// The text of a file after all steps from its version to the current one; nil when it has it.
  ///
  /// Throws when its version can't be read, is newer than this program, or when no step leads on from it.
  public static func migrated(
    _ source: SourceText, _ kind: FileKind, by steps: [Migration] = all, to goal: FormatVersion = .current
  ) throws(Failure) -> [UInt8]? {
    var text = source
    while true {
      let document = YAMLDocument(parsing: text)
      guard let value = document.root?[FileKey.version],
        let version = value.scalar.flatMap({ FormatVersion($0.value) })
      else {
        throw Failure("the version of \(source.path) cannot be read; `tilawa lint` shows why")
      }
      if version.major == goal.major { return text === source ? nil : text.bytes }
      guard version < goal else {
        throw Failure("\(source.path) has version \(version), which this program does not support")
      }
      guard let step = steps.first(where: { $0.from.major == version.major && $0.from < $0.to }) else {
        throw Failure("no migration from version \(version) of \(source.path) to \(goal)")
      }
      let edits = step.changes(document, kind) + [TextEdit(value.range, "\(step.to)")]
      guard let bytes = edits.applied(to: text.bytes) else {
        throw Failure("the migration of \(source.path) to \(step.to) failed; nothing was changed")
      }
      text = SourceText(path: source.path, bytes: bytes)
    }
  }
}
