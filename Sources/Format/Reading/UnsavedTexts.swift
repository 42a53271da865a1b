public import TilawaBase

/// Texts that somebody edits and has not saved; they are read in the place of what their files hold.
public struct UnsavedTexts: Sendable {
  private var texts: [ExactText: SourceText] = [:]

  /// None.
  public init() {}

  /// The text of the file at a path, which is absolute; nil where the file itself is read.
  public subscript(path: String) -> SourceText? {
    get { texts.isEmpty ? nil : texts[ExactText(path)] }
    set { texts[ExactText(path)] = newValue }
  }

  /// The names of files directly in `folder` that have such a text, in no order.
  public func names(inFolder folder: String) -> [String] {
    texts.keys.filter { PathText.folder(of: $0.text).isExactly(folder) }.map { PathText.name(of: $0.text) }
  }
}

extension SourceText {
  /// Returns the same text under another path; itself if that is its path.
  func named(_ path: String) -> SourceText {
    self.path.isExactly(path) ? self : SourceText(path: path, bytes: bytes)
  }
}
