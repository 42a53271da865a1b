import TilawaBase
import TilawaPrograms

/// Records samples through the first program that delivers some.
package final class SoundRecorder: @unchecked Sendable {
  /// The name of the program that records.
  package let name: String
  /// The samples that it delivers.
  package let input: SampleInput
  private let program: PipedProgram

  /// Starts a recorder. If `only` is given, only the program with this name is tried.
  package init(_ format: RenderFormat, searchPath: String, only: String? = nil) throws {
    let known = SoundProgram.recorders
    let candidates = known.filter { only == nil || $0.name == only }
    if let only, candidates.isEmpty {
      throw Failure(
        noSuch(
          "recorder", only, in: known.map(\.name),
          hint: "use one of \(SoundProgram.names(of: known))"))
    }
    var tried: [String] = []
    for candidate in candidates {
      guard let found = ChildProgram(named: candidate.name, searchPath: searchPath) else { continue }
      let program = try PipedProgram(found, candidate.arguments(format), .reading)
      // A program that finds no sound card ends without output.
      var first = try program.read(atMost: 4096)
      if first.isEmpty {
        _ = try program.finish()
        if !tried.contains(candidate.name) { tried.append(candidate.name) }
        continue
      }
      name = candidate.name
      self.program = program
      input = SampleInput(raw: format, shownAs: candidate.name) { () throws(FileError) in
        defer { first = [] }
        return first.isEmpty ? try program.read(atMost: 4096) : first
      }
      return
    }
    throw Failure(
      tried.isEmpty
        ? only.map { "\($0) is not installed" }
          ?? "no recorder is installed; install one of \(SoundProgram.names(of: known))"
        : "no microphone works (tried \(tried.joined(separator: ", ")))",
      unless: tried.isEmpty && only == nil ? .installingProgram : nil)
  }

  /// Interrupts the program; the samples that it still has are delivered. Thread-safe.
  package func interrupt() { program.interrupt() }
}
