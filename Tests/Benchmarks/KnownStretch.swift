import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound
import TilawaTestSupport

/// A stretch of a recording with known boundaries, as if it were a recording of its own.
struct KnownStretch: Sendable {
  /// An ayah that is heard in it, in seconds from its start.
  struct Row: Sendable {
    let ayah: Ayah
    /// The times at which a mark of its beginning is right; nil if it begins before the stretch, or with it.
    let beginning: ClosedRange<Double>?
    let heard: Range<Double>
    /// The length of the whole ayah in seconds, including any part outside of the stretch.
    let length: Double
  }

  let recording: KnownRecording
  /// Nil for all of the recording.
  let span: TimeSpan?
  let rows: [Row]

  /// The distance in seconds from the start of the stretch within which an ayah's beginning doesn't count as
  /// a boundary.
  private static let nearness = 0.05
  /// The greatest distance between a pause and a mark that is right, in seconds.
  private static let tolerance = 0.5
  /// The time until which an ayah that began before the stretch may be marked, in seconds.
  private static let start = 1.0

  /// All of a recording, or a stretch of it.
  init(_ recording: KnownRecording, _ span: TimeSpan? = nil) {
    self.recording = recording
    self.span = span
    let all = recording.rows
    let (from, to) = (span?.start.seconds ?? 0, span?.end.seconds ?? .infinity)
    rows = all.indices.compactMap { index in
      guard let ayah = all[index].ayah else { return nil }
      let next = index + 1 < all.count ? all[index + 1].start : all[index].start
      let end = all[index].end ?? next
      guard min(end, to) > max(all[index].start, from) else { return nil }
      let window = recording.windows.window(of: all[index].start)
      let beginsInside = all[index].start - from > Self.nearness && window.upperBound >= from
      return Row(
        ayah: ayah,
        beginning: beginsInside
          ? window.lowerBound - from - Self.tolerance...window.upperBound - from + Self.tolerance : nil,
        heard: max(all[index].start, from) - from..<min(end, to) - from, length: end - all[index].start)
    }
  }

  /// Returns true if the mark lies where its ayah begins.
  ///
  /// Returns nil if the mark isn't of an ayah. It also returns nil within a second of the stretch's start, if
  /// the ayah began before the stretch or with it.
  func isRight(_ marker: Marker) -> Bool? {
    guard let ayah = marker.ayah?.first, ayah.number > 0 else { return nil }
    let named = rows.filter { $0.ayah == ayah }
    if named.contains(where: { $0.beginning?.contains(marker.at.seconds) ?? false }) { return true }
    let begunBefore = named.contains { $0.beginning == nil && $0.heard.lowerBound < Self.start }
    return begunBefore && marker.at.seconds <= Self.start ? nil : false
  }

  /// Returns true if an ayah is recited in at least half of the span that has its name.
  ///
  /// It also returns true if at least half of the ayah is heard in that span.
  func isHeard(_ ayah: Ayah, in named: Range<Double>) -> Bool {
    rows.contains { row in
      let both = row.heard.clamped(to: named)
      return row.ayah == ayah
        && both.upperBound - both.lowerBound
          >= 0.5
          * min(row.heard.upperBound - row.heard.lowerBound, named.upperBound - named.lowerBound)
    }
  }

  /// The ayat that are heard to a good part.
  var recited: [Row] {
    let length = span?.length.seconds ?? .infinity
    return rows.filter { $0.heard.upperBound - $0.heard.lowerBound >= 0.5 * min($0.length, length) }
  }

  /// Calls `work` with a file of the stretch.
  func withFile<Result>(_ work: (_ path: String) throws -> Result) throws -> Result {
    guard let span else { return try work(recording.audio) }
    let path =
      "\(NSTemporaryDirectory())/stretch-\(ProcessInfo.processInfo.processIdentifier)-\(recording.stem)-\(span.start.count).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try AudioCut.copy(span, ofFileAt: recording.audio, to: path, encoding: .wav)
    return try work(path)
  }
}

extension KnownRecording {
  /// The recordings of a folder that can be decoded, each in one codec.
  static func readable(inFolder folder: String) throws -> [KnownRecording] {
    var stems: Set<String> = []
    return try all(inFolder: folder).filter { recording in
      !stems.contains(recording.stem) && AudioReader.canRead(recording.audio)
        && stems.insert(recording.stem).inserted
    }
  }

  /// Returns stretches of `seconds` seconds from random places of the recitation. They are the same each
  /// time.
  func pieces(ofSeconds seconds: Int, count: Int, seed: UInt64) -> [KnownStretch] {
    guard let start = rows.first?.start, let end = rows.compactMap(\.end).max() else { return [] }
    let room = Int64((end - start) * 1000) - Int64(seconds) * 1000
    guard room > 0 else { return [] }
    var chance = SplitMix64(state: seed)
    return (0..<count).compactMap { _ in
      let from = Int64(start * 1000) + Int64.random(in: 0...room, using: &chance)
      return TimeSpan(Milliseconds(from), Milliseconds(from + Int64(seconds) * 1000)).map {
        KnownStretch(self, $0)
      }
    }
  }

  /// Returns whole consecutive ayat that take about `seconds` seconds together; nil if there are none.
  func ayat(ofSeconds seconds: Int, seed: UInt64) -> (stretch: KnownStretch, passage: AyahRange)? {
    let wanted = 0.7 * Double(seconds)...1.3 * Double(seconds)
    var found: [(KnownStretch, AyahRange)] = []
    for first in rows.indices {
      for last in first..<rows.count {
        guard let from = rows[first].ayah, let to = rows[last].ayah, from.surah == to.surah,
          to.number - from.number == last - first, let end = rows[last].end,
          end - rows[first].start <= wanted.upperBound
        else { break }
        guard end - rows[first].start >= wanted.lowerBound,
          let span = TimeSpan(
            Milliseconds(Int64(rows[first].start * 1000)), Milliseconds(Int64(end * 1000)))
        else { continue }
        found.append((KnownStretch(self, span), AyahRange(from, to)))
      }
    }
    var chance = SplitMix64(state: seed)
    return found.randomElement(using: &chance)
  }
}

extension KnownRecording {
  /// Returns the runs of consecutive ayat in a window. Ayat that are heard there for less than half a second
  /// don't count.
  func runs(in window: TimeSpan) -> [AyahRange] {
    var result: [AyahRange] = []
    for row in rows {
      guard let own = row.ayah, own.number > 0, let end = row.end else { continue }
      guard min(end, window.end.seconds) - max(row.start, window.start.seconds) >= 0.5 else { continue }
      guard let ayah = AyahMap.map(own, from: counting, to: .kufi)?.first else { continue }
      if let last = result.last, last.last == ayah { continue }
      if let last = result.last, last.last.surah == ayah.surah, last.last.number + 1 == ayah.number {
        result[result.count - 1].last = ayah
      } else {
        result.append(AyahRange(ayah))
      }
    }
    return result
  }
}

extension [AyahRange] {
  /// Returns true if one of these runs matches a named passage. The passage may extend past the run by one
  /// ayah at each end.
  ///
  /// If `whole` is true, its first and last ayah must each be within one of the run's. Otherwise it may lack
  /// any number of ayat at the run's ends.
  func hold(_ passage: AyahRange, whole: Bool = false) -> Bool {
    func index(_ ayah: Ayah) -> Int { CountingSystem.kufi.index(of: ayah) ?? -9 }
    let (first, last) = (index(passage.first), index(passage.last))
    return contains { run in
      let (low, high) = (index(run.first), index(run.last))
      return first >= low - 1 && last <= high + 1 && first <= high && last >= low
        && (!whole || first <= low + 1 && last >= high - 1)
    }
  }
}
