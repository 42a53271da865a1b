package import TilawaBase
import TilawaYAML

/// What a person states anew of a recording, as a change of its `recording.yaml`.
package struct StatedFacts: Sendable {
  /// A key with what it said and what it is to say; nil for nothing.
  package typealias Change = (key: String, before: String?, after: String?)

  /// The keys that can be stated, besides the id.
  package static let keys = [
    Recording.keys[\.title], Recording.keys[\.reciter], Recording.keys[\.riwayah],
    Recording.keys[\.numbering],
    Recording.keys[\.passage], Recording.keys[\.prayer], Recording.keys[\.recordedAt],
    Recording.keys[\.place],
    Recording.keys[\.notes],
  ]

  /// The key of the day on which it was recorded.
  package static let dateKey = Recording.keys[\.recordedAt]

  /// Keys whose values differ, in the order of the format.
  package private(set) var changes: [Change] = []
  /// Edits of the file; all that isn't named stays.
  package let edits: [TextEdit]

  /// States what `draft` says, and takes back the keys that are `removed`; the draft's id counts only with `changingID`.
  ///
  /// Nil where the file is no mapping.
  package init?(
    _ draft: RecordingDraft, changingID: Bool, removing removed: Set<String>, in file: BundleFile<Recording>
  ) {
    let document = YAMLDocument(parsing: file.source)
    guard let root = document.root, root.mapping != nil, case .block(let pairs) = draft.yaml else {
      return nil
    }
    var editor = YAMLEditor(document)
    let heard = Recording.keys[\.passageHeard]
    let stated = pairs.dropFirst(changingID ? 1 : 2)
    // What a person says isn't only heard any more.
    let isPassage = !draft.passage.isEmpty || removed.contains(Recording.keys[\.passage])
    for key in FileKind.recording.fieldNames {
      let before = root[key].map(Self.text)
      let value = stated.first { $0.key == key }?.value
      let goes = before != nil && (removed.contains(key) || isPassage && key == heard)
      let after = value.map(Self.text)
      guard value != nil || goes, before != after else { continue }
      changes.append((key, before, after))
      if let value {
        editor.set(key, to: value, in: root, after: Array(FileKind.recording.fieldNames.prefix { $0 != key }))
      } else {
        editor.removeKey(key, in: root)
      }
    }
    edits = editor.edits
  }

  /// A value as it is told.
  private static func text(_ node: YAMLNode) -> String {
    node.sequence.map { $0.map(text).joined(separator: ", ") } ?? node.scalar?.value ?? ""
  }

  private static func text(_ value: YAMLValue) -> String {
    switch value {
    case .plain(let text), .text(let text), .quoted(let text): text
    case .flowList(let values), .rows(let values): values.map(text).joined(separator: ", ")
    case .flow, .block: ""
    }
  }
}
