import TilawaBase

/// The last change of a line of a file: its commit, author and time.
package struct LineTouch: Sendable, Hashable {
  /// The commit's full name.
  package let commit: String
  /// The author of the commit.
  package let author: String
  /// The author's time, in seconds since 1970.
  package let seconds: Int64
  /// The offset of the author's time zone from UTC, in seconds; positive to the east.
  package let secondsEast: Int64
  /// The first line of the commit's message.
  package let summary: String
}

extension GitRepository {
  /// Returns the last changes of `lines`, counted from 1, of a file in the work tree. A line that isn't
  /// committed has none.
  ///
  /// `path` is relative to the top folder.
  package func touches(of lines: [Int], in path: String) throws -> [Int: LineTouch] {
    guard !lines.isEmpty else { return [:] }
    // The lines are those of the file, not those of its `textconv` form.
    let options = ["blame", "--porcelain", "-w", "--no-textconv"]
    let places = lines.flatMap { ["-L", "\($0),\($0)"] } + ["--", path]
    let output: [UInt8]
    do { output = try self.output(options + places) } catch let refusal as Failure {
      // The setting names a file of commits to ignore; git fails if it can't read that file.
      guard try setting("blame.ignoreRevsFile") != nil else { throw refusal }
      output = try self.output(options + ["--no-ignore-revs-file"] + places)
    }
    var facts: [Substring: [Substring: Substring]] = [:]
    var commits: [Int: Substring] = [:]
    var commit: Substring = ""
    for line in String(decoding: output, as: UTF8.self).words(by: "\n") where !line.begins(with: "\t") {
      let words = line.words(by: " ", atMost: 3)
      // The commit, the line number in it, and the line number in the file; facts about the commit follow
      // at its first occurrence.
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

  /// Returns the seconds of a time zone such as `+0330`.
  private static func seconds(ofZone zone: Substring) -> Int64 {
    guard let number = Int64(zone) else { return 0 }
    return (number / 100 * 60 + number % 100) * 60
  }
}
