package import TilawaFormat
package import TilawaQuran

/// Why a row that holds an ayah is not served.
package enum Refusal: Hashable, Sendable {
  /// It is recited in another riwayah.
  case otherRiwayah(Riwayah)
  /// Its riwayah is unknown.
  case noRiwayah
  /// It is by a reciter who isn't requested.
  case otherReciter(String?)
  /// The row has a fault of reading, and might mean something else than what could be read.
  case faultyRow
  /// `recording.yaml`, or a `reciter.yaml` that is needed, is missing or faulty.
  case doubtfulBundle
  /// `recording.yaml` names no audio.
  case noAudio
  /// The named audio lies outside the bundle.
  case audioOutside
  /// It ends where it begins, or before.
  case noLength
  /// It begins after the audio ends.
  case pastEnd
  /// Its ayat don't exist, or run backwards.
  case noSuchAyat(CountingSystem)
  /// A part of the ayah isn't in the recording.
  case cutOff(AyahCut)
  /// Its count divides the text differently, so that no whole ayat of it are the requested ones.
  case inexact(CountingSystem)
  /// Its count has the ayah as several, of which rows in a row don't hold all.
  case incomplete(CountingSystem)
  /// The file of a source of this reciter would have to be fetched, which the session doesn't allow.
  case notFetched(String)
  /// The file of a source is here and can't be decoded.
  case damagedFile
  /// A link in the folder of a source leads out of it.
  case linkOutside

  /// True if a listener expects the refusal, which is then reported only if there is no answer.
  package var isOrdinary: Bool {
    switch self {
    case .otherRiwayah, .otherReciter, .notFetched: true
    default: false
    }
  }

  /// True if the refusal concerns a source and not a recording.
  package var isOfSource: Bool {
    switch self {
    case .notFetched, .damagedFile, .linkOutside: true
    default: false
    }
  }

  /// In words, of one or several rows: "it is in warsh, which …".
  package func reason(ofSeveral isPlural: Bool = false, in session: Session) -> String {
    let it = isPlural ? "they" : "it"
    let its = isPlural ? "their" : "its"
    let has = isPlural ? "have" : "has"
    func verb(_ singular: String, _ plural: String) -> String { "\(it) \(isPlural ? plural : singular)" }
    let isOrAre = verb("is", "are")
    switch self {
    case .otherRiwayah(let riwayah):
      return "\(isOrAre) in \(riwayah.rawValue), which is not served in a \(session.riwayah.rawValue) session"
    case .noRiwayah:
      return
        "\(its) riwayah is unknown; a line such as \"riwayah: hafs\" in recording.yaml or the reciter's file names it"
    case .otherReciter(let reciter):
      return "\(isOrAre) by \(reciter ?? "an unknown reciter"), who was not asked for"
    case .faultyRow: return "\(it) \(has) faults; tilawa lint shows which"
    case .doubtfulBundle:
      return "faults leave \(its) riwayah, count or reciter in doubt; tilawa lint shows which"
    case .noAudio: return "\(its) recording.yaml names no audio"
    case .audioOutside: return "\(its) audio lies outside the bundle"
    case .noLength: return "\(verb("doesn't", "don't")) end after \(isPlural ? "they begin" : "it begins")"
    case .pastEnd: return "\(verb("begins", "begin")) after the audio ends"
    case .noSuchAyat(let counting):
      return
        "\(verb("names", "name")) ayat that run backwards or that the \(counting.displayName) count lacks"
    case .cutOff(let end):
      let ends =
        switch end {
        case .start: "its beginning"
        case .end: "its end"
        case .both: "both ends"
        }
      return "the ayah is cut off at \(ends) in \(isPlural ? "them" : "it")"
    case .inexact(let counting):
      return "the \(counting.displayName) count of \(its) bundle divides the text differently here"
    case .notFetched: return "\(its) file is not here"
    case .damagedFile: return "\(its) file can't be decoded; remove it and fetch it again"
    case .linkOutside:
      return
        "a link leads to a file outside the library, and is not followed; name its folder as the source's cache"
    case .incomplete(let counting):
      return
        "\(verb("holds", "hold")) only a part, an ayah of its own in the \(counting.displayName) count"
    }
  }
}
