/// The reason why something can't be done, worded for people.
///
/// All modules use this one type; code that catches it tells failures apart by their remedies. Errors have a
/// type of their own where callers need more detail: files (`FileError`), audio (`AudioError`), downloads,
/// and places in a text.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option that removes the obstacle; each program has its own wording for it.
  public enum Remedy: Hashable, Sendable {
    /// The entry that is already there may be replaced.
    case replacing
    /// Rows without ayat are taken, too.
    case includingSkips
    /// The bundle is called otherwise, or lies in another folder.
    case anotherName
    /// The audio keeps its format, or is not linked.
    case keepingFormat
    /// The bundle is made in another folder.
    case importingElsewhere
    /// A guide or another file that is there may be replaced.
    case replacingFile
    /// It has another id, or one at all.
    case namingID
    /// The book that is there is changed, or the new one has another id.
    case changingBook
    /// A key and its value are named.
    case namingKey
    /// The duration, the end or the text of a reading session is stated.
    case tellingSession
    /// The part of the Quran that a text has, or its count of ayat, is stated.
    case statingText
    /// In which language a text is.
    case namingLanguage
    /// The rak'at of the rows are numbered.
    case numberingRakat
    /// Of a conflict another side is taken than the common ancestor.
    case choosingOtherSide
    /// Of a conflict one side is taken.
    case choosingOneSide
    /// Audio outside of a bundle, to which a link leads, is read all the same.
    case followingLinks
    /// A bundle is packed without its audio.
    case leavingAudioOut
    /// A bundle that is there is replaced, or what came is merged into it.
    case replacingBundle
    /// Rows are merged although the audio is another file.
    case takingOtherAudio
    /// Other audio is compared with that of the bundle by its sound, and the rows are moved to the matching
    /// places.
    case aligningAudio
    /// The audio is moved to another place, another copy is named, or it is removed for good.
    case partingWithAudio
    /// The studio is started so that it may edit.
    case openingForEditing
    /// A program that plays or records sound is installed.
    case installingProgram
    /// Rows that a person verified, and markers that a person confirmed, are changed as well.
    case includingVerified
  }

  /// Lower case, no full stop.
  public let description: String
  /// The option that removes the obstacle; nil if none does.
  public let remedy: Remedy?
  /// True if the action is possible, but would lose a person's work or state something that can't be true.
  public let isRefusal: Bool

  /// Creates a failure for something that can't be done; `remedy` would make it possible.
  public init(_ description: String, unless remedy: Remedy? = nil) {
    (self.description, self.remedy, isRefusal) = (description, remedy, remedy != nil)
  }

  /// Creates a failure for something that is possible, but refused.
  public init(refused description: String) {
    (self.description, remedy, isRefusal) = (description, nil, true)
  }
}
