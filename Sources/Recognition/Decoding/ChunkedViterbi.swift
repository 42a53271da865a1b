import Synchronization
import TilawaBase
import TilawaSound

/// A segmental Viterbi search in pieces of some minutes, on all cores at once.
///
/// Long audio is aligned in this way between islands of confidence. (Moreno, Joerg, Van Thong, Glickman: A
/// recursive algorithm for the forced alignment of very long audio segments, ICSLP 1998.) Our own addition is
/// how islands are found: two searches that began apart agree.
///
/// Every piece begins a while before its own part and ends a while after it, wherever the guess has it. By
/// its own part this no longer has an effect. Its neighbour, which began elsewhere, must have found the very
/// same places where one takes over from the other. Where they differ, the two become one piece and are
/// searched again.
struct ChunkedViterbi {
  private let search: SegmentalViterbi
  /// About where each state ends; within its band.
  private let guess: [Int]
  /// Joints between one piece and the next can lie here.
  private let joints: [Int]
  private let margin: Int
  /// The joints after which a new piece begins.
  private let cuts: [Int]

  private static let minutes = 4
  private static let marginSeconds = 30
  /// The number of pieces from which a recording counts as long.
  private static let many = 5
  /// The number of states before and after a cut that are compared.
  private static let compared = 12

  /// A part of the chain, and what was found for it.
  private struct Piece {
    var own: Range<Int>
    var searched: Range<Int>
    var path: StatePath?

    /// Returns the result for some of its states; nil if there is no path.
    func found(_ states: Range<Int>) -> (frames: ArraySlice<Range<Int>>, isUsed: ArraySlice<Bool>)? {
      let places = states.lowerBound - searched.lowerBound..<states.upperBound - searched.lowerBound
      return path.map { ($0.frames[places], $0.isUsed[places]) }
    }
  }

  /// Creates a search in pieces. `guess` has the ends of states in frames of the search, `stepsPerSecond` of
  /// them a second.
  init(_ search: SegmentalViterbi, around guess: [Int], stepsPerSecond: Int) {
    self.search = search
    let places = zip(guess, zip(search.band.first, search.band.last)).map { min(max($0, $1.0), $1.1) }
    self.guess = places
    margin = Self.marginSeconds * stepsPerSecond
    let states = search.chain.states
    let sources = Set(states.compactMap(\.bypassFrom))
    let all = states.indices.dropLast().filter { index in
      states[index].kind == .joint && states[index].bypassFrom == nil && !sources.contains(index)
    }
    joints = all
    let count = search.scores.count / (Self.minutes * 60 * stepsPerSecond)
    var cuts: [Int] = []
    for number in stride(from: 1, to: count, by: 1) {
      let target = search.scores.count / count * number
      guard let cut = all.first(where: { places[$0] >= target }) else { break }
      if cut != cuts.last { cuts.append(cut) }
    }
    self.cuts = cuts
  }

  /// The best path; nil when there is none.
  func best() -> StatePath? {
    guard !cuts.isEmpty else { return search.best() }
    let ends = cuts.map { $0 + 1 } + [guess.count]
    var pieces = zip([0] + ends, ends).map { piece($0..<$1) }
    while true {
      pieces = searched(pieces)
      var merged = [pieces[0]]
      for piece in pieces.dropFirst() {
        let before = merged[merged.count - 1]
        if agree(before, piece) {
          merged.append(piece)
        } else {
          merged[merged.count - 1] = self.piece(before.own.lowerBound..<piece.own.upperBound)
        }
      }
      if merged.count == pieces.count { return joined(merged) }
      pieces = merged
    }
  }

  /// Links with what is searched before and after them.
  private func piece(_ own: Range<Int>) -> Piece {
    var first = 0
    if own.lowerBound > 0 {
      let earliest = guess[own.lowerBound - 1] - margin
      first = joints.last { guess[$0] <= earliest }.map { $0 + 1 } ?? 0
    }
    var last = guess.count
    if own.upperBound < last {
      let latest = guess[own.upperBound - 1] + margin
      last = joints.first { guess[$0] >= latest }.map { $0 + 1 } ?? last
    }
    return Piece(own: own, searched: first..<last)
  }

  private func searched(_ pieces: [Piece]) -> [Piece] {
    // Other threads may have searched before, and keep what that needed.
    if pieces.count >= Self.many { FreeMemory.giveBack() }
    let results = Mutex(pieces)
    Processors.share(pieces.count) { index in
      guard pieces[index].path == nil else { return }
      let states = pieces[index].searched
      let part = SegmentalViterbi(
        search, states: states, from: states.lowerBound > 0 ? guess[states.lowerBound - 1] : 0,
        to: states.upperBound < guess.count ? guess[states.upperBound - 1] : search.end)
      let path = part.best()
      results.withLock { $0[index].path = path }
    }
    return results.withLock { $0 }
  }

  /// Returns true if two neighbours found the same where one takes over from the other.
  private func agree(_ before: Piece, _ after: Piece) -> Bool {
    let cut = after.own.lowerBound
    let near = (cut - Self.compared..<cut + Self.compared)
      .clamped(to: before.searched).clamped(to: after.searched)
    guard let first = before.found(near), let second = after.found(near) else { return false }
    return first == second
  }

  private func joined(_ pieces: [Piece]) -> StatePath? {
    var whole = StatePath(frames: [], isUsed: [])
    for piece in pieces {
      guard let own = piece.found(piece.own) else { return nil }
      whole.frames += own.frames
      whole.isUsed += own.isUsed
    }
    return whole
  }
}
