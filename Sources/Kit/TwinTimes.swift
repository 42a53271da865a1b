import TilawaExchange
import TilawaFormat

/// Finds recordings of different audio whose rows are the same to the millisecond: published sets have given one
/// reciter's times to another.
struct TwinTimes: Sendable {
  private struct Known: Sendable {
    let source: String
    let address: String?
  }

  private var known: [[Segment]: Known] = [:]

  /// Takes a recording; says so when another with other audio has the same times.
  mutating func add(_ recording: AnnotatedRecording, of source: String) -> String? {
    let rows = recording.segments.map(\.row)
    guard rows.count > 2 else { return nil }
    let address = recording.facts.audio?.url
    guard let twin = known[rows] else {
      known[rows] = Known(source: source, address: address)
      return nil
    }
    guard twin.address != address else { return nil }
    return "\(source) and \(twin.source) give the same times for different audio; one of them is wrong"
  }
}
