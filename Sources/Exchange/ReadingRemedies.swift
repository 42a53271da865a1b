package import TilawaBase

/// What a user may say of a foreign file so that more of it finds its place; see `ReadingOptions`.
extension Diagnostic.Remedy {
  /// What has no place is kept under keys of the user's own.
  package static let keepingUnknown = Self("keeping-unknown")
  /// The audio is named, whose length tells where the last row ends.
  package static let audio = Self("audio")
  /// The folder with the files of ayat is named, which tell how long they are.
  package static let audioFolder = Self("audio-folder")
  /// The encoding of the text is named.
  package static let encoding = Self("encoding")
  /// The tier with the ayat is named.
  package static let tier = Self("tier")
}
