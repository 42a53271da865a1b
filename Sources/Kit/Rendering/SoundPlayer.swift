package import TilawaBase
import TilawaPrograms

/// Plays samples through the first program that works, no faster than they are heard.
///
/// Little is buffered, so that user input takes effect at once, and `position` is what is heard.
package final class SoundPlayer {
  /// The name of the program that plays.
  package private(set) var name = ""
  private let format: RenderFormat
  private let searchPath: String
  private var candidates: ArraySlice<SoundProgram>
  private var program: PipedProgram?
  /// The names of those that failed.
  private var tried: [String] = []
  /// All bytes that were fed, as long as another player may have to play them from the start.
  private var backlog: [UInt8]? = []
  private var framesFed: Int64 = 0
  /// The time at which the first frame would have been heard without pauses.
  private var start: ContinuousClock.Instant?
  private static let lead = 0.3

  /// Creates a player of `format`. If `only` is given, only the program with this name is tried.
  package init(
    _ format: RenderFormat, searchPath: String, only: String? = nil
  ) throws(Failure) {
    self.format = format
    self.searchPath = searchPath
    let known = SoundProgram.players
    candidates = known.filter { only == nil || $0.name == only }[...]
    guard let first = candidates.first else {
      throw Failure(
        noSuch(
          "player", only ?? "", in: known.map(\.name),
          hint: "use one of \(SoundProgram.names(of: known))"))
    }
    guard candidates.contains(where: { ChildProgram(named: $0.name, searchPath: searchPath) != nil }) else {
      throw Failure(
        only.map { _ in "\(first.name) is not installed" }
          ?? "no player is installed; install one of \(SoundProgram.names(of: known))",
        unless: only == nil ? .installingProgram : nil)
    }
  }

  /// The number of seconds that were heard.
  package var position: Double {
    let fed = Double(framesFed) / Double(format.sampleRate)
    guard let start else { return fed }
    return min(fed, max(0, (ContinuousClock.now - start).inSeconds))
  }

  /// True if all that was fed has been heard.
  package var isHeard: Bool { position >= Double(framesFed) / Double(format.sampleRate) }

  /// The time to wait before more is fed, in milliseconds.
  package var waitingTime: Int {
    guard let start else { return 0 }
    let fed = Double(framesFed) / Double(format.sampleRate)
    return max(0, Int((fed - (ContinuousClock.now - start).inSeconds - Self.lead) * 1000))
  }

  /// Plays interleaved samples next; a twentieth of a second at a time is enough.
  package func play(_ samples: [Float]) throws {
    if start == nil { start = ContinuousClock.now }
    let bytes = WAVWriter.bytes(of: samples)
    if let backlog, framesFed < Int64(format.sampleRate) {
      self.backlog = backlog + bytes
    } else {
      backlog = nil
    }
    framesFed += Int64(samples.count / format.channels)
    if let program {
      if try program.write(bytes) { return }
      try replace(program)
    } else {
      try launch(with: backlog ?? bytes)
    }
  }

  /// Continues after a pause; all that was fed has been heard.
  package func resume() {
    let fed = Double(framesFed) / Double(format.sampleRate)
    start = ContinuousClock.now - .milliseconds(Int(fed * 1000))
  }

  /// Waits until everything was heard.
  package func finish() throws {
    guard let program else { return }
    let ending = try program.finish()
    if ending.status == 0 { return }
    guard backlog != nil else { throw stopped }
    try replace(program)
    try finish()
  }

  /// Stops at once.
  package func stop() {
    program?.kill()
    program = nil
  }

  /// Continues with another program if this one failed at its start.
  private func replace(_ program: PipedProgram) throws {
    _ = try program.finish()
    guard let backlog else { throw stopped }
    note(name)
    try launch(with: backlog)
  }

  private func launch(with bytes: [UInt8]) throws {
    while let candidate = candidates.popFirst() {
      guard let found = ChildProgram(named: candidate.name, searchPath: searchPath) else { continue }
      name = candidate.name
      let program = try PipedProgram(found, candidate.arguments(format), .feeding)
      let header = candidate.wantsHeader ? WAVWriter.streamHeader(format) : []
      if try program.write(header + bytes) {
        self.program = program
        return
      }
      _ = try program.finish()
      note(name)
    }
    throw Failure(
      "no sound device works (tried \(tried.joined(separator: ", "))); `tilawa studio` plays in a browser instead"
    )
  }

  private func note(_ name: String) { if !tried.contains(name) { tried.append(name) } }

  /// What players say of themselves, such as parts of their filters, helps nobody here.
  private var stopped: Failure { Failure("\(name) stopped playing; is the sound device still there?") }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
