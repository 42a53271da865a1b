package import Audio
package import QuranIndex
import Recognition
package import TilawaFormat
package import Timing

extension RecordingMarks {
  /// Puts markers without a name into stretches of which can't be told what is recited: where each begins, and in its pauses.
  ///
  /// What was taken for something else there is named no more.
  package mutating func leaveUnnamed(_ stretches: [TimeSpan], pauses: PauseAnalysis) {
    for stretch in stretches.sorted(by: { $0.start < $1.start }) {
      markers.removeAll { marker in
        (marker.ayah == nil || marker.confidence ?? 1 < Self.leastBelieved)
          && marker.at + Anchor.distance > stretch.start && marker.at < stretch.end
      }
      let next = markers.first { $0.at >= stretch.end }?.at ?? pauses.duration
      if let before = markers.lastIndex(where: { $0.at < stretch.start }),
        markers[before].end.map({ $0 > stretch.start }) ?? true
      {
        markers[before].end = stretch.start
      }
      var added = [MarkerDraft(at: stretch.start, confidence: Self.unnamedStart)]
      added += pauses.pauses.filter { pause in
        pause.quietest > stretch.start + Anchor.distance && pause.quietest + Anchor.distance < stretch.end
      }.map { MarkerDraft(at: $0.quietest, confidence: $0.confidence) }
      if stretch.end + Anchor.distance < next { added[added.count - 1].end = stretch.end }
      markers += added
    }
    markers.sort { $0.at < $1.at }
  }

  /// Where nobody knows what is recited, names that are less sure than this are guesses.
  private static let leastBelieved = 0.3
  /// Nobody knows what begins there.
  private static let unnamedStart = 0.5

  /// Without the names of ayat that nobody asked for: each run of them is one marker without a name.
  package mutating func leaveUnnamed(besides isNamed: (MarkerDraft) -> Bool) {
    var kept: [MarkerDraft] = []
    var isInRun = false
    for marker in markers {
      guard marker.ayah != nil, !isNamed(marker) else {
        isInRun = isInRun && marker.ayah == nil
        kept.append(marker)
        continue
      }
      if isInRun, let last = kept.indices.last, kept[last].ayah == nil, kept[last].skip == nil {
        kept[last].end = marker.end
        continue
      }
      var unnamed = MarkerDraft(at: marker.at, confidence: marker.confidence)
      unnamed.end = marker.end
      kept.append(unnamed)
      isInRun = true
    }
    markers = kept
  }

  /// Without the words of ayat that nobody asked for.
  package mutating func keepWords(where isKept: (Ayah) -> Bool) {
    let kept = words.indices.filter { isKept(words[$0].ayah) }
    wordAgreements = kept.compactMap { wordAgreements.indices.contains($0) ? wordAgreements[$0] : nil }
    words = kept.map { words[$0] }
  }

  /// Seconds of something else that are no more than a takbir or two.
  private static let mostElse = 10.0

  /// Whether the passage explains so little of the recording that it is worth asking what else is recited.
  package func leavesMuchOpen(in counting: CountingSystem, until end: Milliseconds) -> Bool {
    let ends = markers.dropFirst().map(\.at) + [end]
    let elsewhere = zip(markers, ends).filter { $0.0.skip == "other" }.reduce(0) {
      $0 + (($1.0.end ?? $1.1) - $1.0.at).seconds
    }
    return !unheard.isEmpty || !guessed(in: counting).isEmpty || elsewhere >= Self.mostElse
  }
}
