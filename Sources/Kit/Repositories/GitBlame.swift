import TilawaBase

/// Who last touched a line of a file, and when.
package struct LineTouch: Sendable, Hashable {
  /// The commit's full name.
  package let commit: String
  /// Who wrote it.
  package let author: String
  /// When, in seconds since 1970.
  package let seconds: Int64
  /// By how many seconds the author's clock was ahead of UTC.
  package let secondsEast: Int64
  /// The first line of the commit's message.
  package let summary: String
}

extension GitRepository {
  /// The last touches of `lines`, counted from 1, of a file as it lies in the work tree; a line that isn't committed has none.
  ///
  /// `path` is from the top folder.
  package func touches(of lines: [Int], in path: String) throws -> [Int: LineTouch] {
    guard !lines.isEmpty else { return [:] }
    // Lines are those of the file, not those of what a `textconv` makes of it.
    let options = ["blame", "--porcelain", "-w", "--no-textconv"]
    let places = lines.flatMap { ["-L", "\($0),\($0)"] } + ["--", path]
    let output: [UInt8]
    do { output = try self.output(options + places) } catch let refusal as Failure {
      // A file of commits to be passed over; git refuses all when it can't read that.
      guard try setting("blame.ignoreRevsFile") != nil else { throw refusal }
      output = try self.output(options + ["--no-ignore-revs-file"] + places)
    }
    var facts: [Substring: [Substring: Substring]] = [:]
    var commits: [Int: Substring] = [:]
    var commit: Substring = ""
    for line in String(decoding: output, as: UTF8.self).words(by: "\n") where !line.begins(with: "\t") {
      let words = line.words(by: " ", atMost: 3)
      // A commit, the line in it, the line in the file; what follows for one that is named first.
      if words[0].utf8.count >= 40, words.count == 3,
        let number = words[2].words(by: " ").first.flatMap({ Int($0) })
      {
        commit = words[0]
        commits[number] = commit
      } else {
        facts[commit, default: [:]][words[0]] = line.cut(at: " ")?.1 ?? ""
      }
    }
    return commits.compactMapValues { commit in
      guard commit.utf8.contains(where: { $0 != 0x30 }), let facts = facts[commit] else { return nil }
      return LineTouch(
        commit: String(commit), author: String(facts["author"] ?? ""),
        seconds: facts["author-time"].flatMap { Int64($0) } ?? 0,
        secondsEast: Self.seconds(ofZone: facts["author-tz"] ?? ""), summary: String(facts["summary"] ?? ""))
    }
  }

  /// `+0330` and the like.
  private static func seconds(ofZone zone: Substring) -> Int64 {
    guard let number = Int64(zone) else { return 0 }
    return (number / 100 * 60 + number % 100) * 60
  }
}
