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

  /// In words, of one or several rows: "it is in warsh, not hafs".
  package func reason(ofSeveral isPlural: Bool = false, in session: Session) -> String {
    let it = isPlural ? "they" : "it"
    let its = isPlural ? "their" : "its"
    let has = isPlural ? "have" : "has"
    func verb(_ singular: String, _ plural: String) -> String { "\(it) \(isPlural ? plural : singular)" }
    let isOrAre = verb("is", "are")
    switch self {
    case .otherRiwayah(let riwayah):
      return "\(isOrAre) in \(riwayah.rawValue), not \(session.riwayah.rawValue)"
    case .noRiwayah:
      return
        "\(its) riwayah is unknown; add a line such as \"riwayah: hafs\" to recording.yaml or the reciter's file"
    case .otherReciter(let reciter):
      return "\(isOrAre) by \(reciter ?? "an unknown reciter"), who was not requested"
    case .faultyRow: return "\(it) \(has) errors; `tilawa lint` shows them"
    case .doubtfulBundle:
      return "errors leave \(its) riwayah, count or reciter in doubt; `tilawa lint` shows them"
    case .noAudio: return "\(its) recording.yaml names no audio"
    case .audioOutside: return "\(its) audio is outside the bundle"
    case .noLength: return "\(verb("does not", "do not")) end after \(isPlural ? "they begin" : "it begins")"
    case .pastEnd: return "\(verb("begins", "begin")) after the audio ends"
    case .noSuchAyat(let counting):
      return
        "\(verb("names", "name")) ayat that run backwards or do not exist in the \(counting.displayName) count"
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
    case .damagedFile: return "\(its) file cannot be decoded; remove it and download it again"
    case .linkOutside:
      return
        "a link out of the library is not followed; set the source's \"cache\" to the file's folder"
    case .incomplete(let counting):
      return
        "\(verb("contains", "contain")) only a part, which is an ayah of its own in the \(counting.displayName) count"
    }
  }
}
