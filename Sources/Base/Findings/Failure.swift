/// Why something can't be done, in words for people.
///
/// One for all rooms: who catches it tells failures apart by what would help. Errors have a type of their own where callers need to know
/// more of them: of files (`FileError`) and audio (`AudioError`), of what was fetched, of places in a text.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the user may ask for so that it is none; each program has words of its own for that.
  public enum Remedy: Hashable, Sendable {
    /// What is there already may be replaced.
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
    /// How long somebody read, how far, or of what.
    case tellingSession
    /// Of which part of the Quran a text is, or in which count.
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
    /// Other audio is compared with that of the bundle by its sound, and the rows go where they are heard in it.
    case aligningAudio
    /// The audio is moved to another place, another copy is named, or it is removed for good.
    case partingWithAudio
    /// The studio is started so that it may edit.
    case openingForEditing
    /// A program that plays or records sound is installed.
    case installingProgram
  }

  /// Lower case, no full stop.
  public let description: String
  /// What would help; nil where nothing does.
  public let remedy: Remedy?
  /// Whether it could be done, and would lose what a person made, or say what can't be.
  public let isRefusal: Bool

  /// What can't be done; `remedy` would make it possible.
  public init(_ description: String, unless remedy: Remedy? = nil) {
    (self.description, self.remedy, isRefusal) = (description, remedy, remedy != nil)
  }

  /// What isn't done, though it could be.
  public init(refused description: String) {
    (self.description, remedy, isRefusal) = (description, nil, true)
  }
}
