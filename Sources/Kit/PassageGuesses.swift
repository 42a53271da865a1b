import TilawaBase
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

extension PassageIdentification {
  /// Searches the whole Quran for the passages in a recording. Throws `CancellationError` if it is
  /// cancelled.
  package init(_ features: SpeechFeatures, listensAgain: Bool = true, _ monitor: WorkMonitor) throws {
    let stage = monitor.begin("searching the Quran")
    defer { stage.finish() }
    try self.init(features, listensAgain: listensAgain) { done, total in
      stage.update(Int64(done), of: Int64(total))
      try monitor.check()
    }
  }

  /// Returns the certain or likely passages of each piece, or nil if there are none.
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

extension PassageIdentification.Piece {
  /// Returns the passage in a given count, or nil if it isn't certain.
  package func name(_ counting: CountingSystem) -> String? {
    isSure ? passage.map { named($0, counting) } : nil
  }

  /// Returns all likely passages, the likeliest first; none if the passage is certain.
  package func guesses(_ counting: CountingSystem) -> [String] {
    isSure ? [] : ([passage].compactMap(\.self) + same + others).map { named($0, counting) }
  }
}

/// Returns a passage of Hafs in another count.
private func named(_ passage: AyahRange, _ counting: CountingSystem) -> String {
  (AyahMap.map(passage, from: .kufi, to: counting) ?? passage).description
}
