import Annotating
import QuranIndex
import Recognition
import ScalarText
import TilawaFormat
import Timing

/// A recording that was listened to, what is recited in it, and where.
struct MarkListening {
  let recording: HeardRecording
  /// What was asked for, or else identified; empty when it isn't known.
  private(set) var passages: [AyahRange]
  let marks: Result<RecordingMarks, PassageMisfit>
  /// Whether nobody said what is recited, and it was told from its sounds.
  private(set) var isIdentified = false
  /// What is to be said of what was identified, or may be; empty when that is nothing.
  private(set) var remark = ""

  /// Looks for passages that were stated.
  init(
    _ recording: HeardRecording, _ passages: [AyahRange], _ bundle: TilawaBundle?, opening: PassageOpening,
    _ terminal: Terminal
  ) {
    self.recording = recording
    self.passages = passages
    // The search may take seconds, during which nobody should be kept from the bundle.
    marks = recording.marks(of: passages, bundle, opening: opening, terminal)
  }

  /// Marks what `found` is sure of; nil when it isn't sure of all that is heard, or nothing agrees with it.
  init?(
    identified found: PassageIdentification, in recording: HeardRecording, _ bundle: TilawaBundle?,
    opening: PassageOpening, _ terminal: Terminal
  ) {
    guard !found.pieces.isEmpty, found.pieces.allSatisfy(\.isSure) else { return nil }
    let counting = bundle.map(\.counting) ?? .kufi
    guard let counting else { return nil }
    let passages = found.passages.compactMap { AyahMap.map($0, from: .kufi, to: counting) }
    guard passages.count == found.pieces.count else { return nil }
    self.init(recording, passages, bundle, opening: opening, terminal)
    guard case .success(let first) = marks else { return nil }
    // Searching the whole Quran is coarse: an ayah that nobody read may seem to be touched where a passage ends.
    let heard = passages.compactMap { $0.trimmed(of: first.unheard, counting) }
    if heard.count == passages.count, heard != passages {
      self.init(recording, heard, bundle, opening: opening, terminal)
      guard case .success = marks else { return nil }
    }
    isIdentified = true
    remark = "heard \(self.passages.map(\.description).joined(separator: ", ")); --passage says it yourself"
  }

  /// Goes by the pauses, where it can't be told what is recited.
  init(
    unsureOf found: PassageIdentification, pauses recording: HeardRecording, _ bundle: TilawaBundle?,
    _ terminal: Terminal
  ) {
    self.init(recording, [], bundle, opening: .auto, terminal)
    if let counting = bundle.map(\.counting) ?? .kufi, let guesses = found.guesses(counting) {
      remark = "can't tell what is recited, perhaps \(guesses); --passage says it, more than once for several"
    }
  }
}

extension PassageIdentification {
  /// What each piece is, or may be; nil when nothing is known of any.
  func guesses(_ counting: CountingSystem) -> String? {
    let pieces = pieces.compactMap { piece -> String? in
      let names =
        piece.isSure
        ? [piece.passage.flatMap { AyahMap.map($0, from: .kufi, to: counting) }].compactMap {
          $0?.description
        }
        : Array(piece.guesses(counting).prefix(3))
      return names.isEmpty ? nil : "\(names.joined(separator: " or ")) at \(piece.span.start)"
    }
    guard !pieces.isEmpty else { return nil }
    return pieces.prefix(8).joined(separator: ", ") + (pieces.count > 8 ? ", …" : "")
  }
}

extension AyahRange {
  /// What is left without some ayat at its ends; nil when that is nothing.
  fileprivate func trimmed(of unheard: [AyahRange], _ counting: CountingSystem) -> AyahRange? {
    let heard = counting.ayat(in: self).filter { ayah in
      !unheard.contains { ($0.first...$0.last).contains(ayah) }
    }
    guard let first = heard.first, let last = heard.last else { return nil }
    return AyahRange(first, last)
  }
}
