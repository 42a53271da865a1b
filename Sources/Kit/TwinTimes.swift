import TilawaExchange
import TilawaFormat

/// Finds recordings of different audio whose rows are the same to the millisecond. In published sets, times
/// of one reciter were used for another.
struct TwinTimes: Sendable {
  private struct Known: Sendable {
    let source: String
    let address: String?
  }

  private var known: [[Segment]: Known] = [:]

  /// Adds a recording. Returns a message if one with other audio has the same times.
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
