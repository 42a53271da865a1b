import TilawaBase

/// A tool that keeps large files outside git, with small files in their place in the repository.
package enum LargeFileTool: String, CaseIterable, Sendable {
  /// Git LFS.
  case lfs
  /// git-annex.
  case annex

  /// The name for people.
  package var name: String { self == .lfs ? "Git LFS" : "git-annex" }
  /// The program that `git lfs` or `git annex` starts.
  package var program: String { "git-\(rawValue)" }
}

/// The audio files of a repository, and their attributes.
package enum AudioAttributes {
  /// The endings of recordings' names, as phones, recorders and `tilawa` itself use them.
  package static let endings = [
    "3gp", "aac", "aif", "aiff", "amr", "caf", "flac", "m4a", "mka", "mp3", "mp4", "oga", "ogg", "opus",
    "wav", "webm", "wma",
  ]

  /// Returns true if a file's name is that of audio; case doesn't matter.
  package static func isAudio(_ path: String) -> Bool {
    path.cut(atLast: ".").map { endings.contains($0.1.lowercased()) } ?? false
  }

  /// Returns the attribute that determines the tool for a file.
  static func attribute(of tool: LargeFileTool) -> String {
    tool == .lfs ? "filter" : "annex.largefiles"
  }

  /// Returns the line for files with an ending.
  package static func line(for ending: String, keptBy tool: LargeFileTool) -> String {
    switch tool {
    case .lfs: "*.\(ending) filter=lfs diff=lfs merge=lfs -text"
    // Keys of this backend contain the checksum in recording.yaml.
    case .annex: "*.\(ending) annex.largefiles=anything annex.backend=SHA256E"
    }
  }

  /// The line that keeps annotations in git itself, since `git annex add` would otherwise take all files.
  package static let annexedNot = "**/*.tilawa/**/*.yaml annex.largefiles=nothing"
}

extension GitRepository {
  /// Returns the attributes of audio files in the top folder, by ending; endings without the attribute are
  /// missing.
  package func keeping(_ endings: [String], by tool: LargeFileTool) throws -> [String: String] {
    let attribute = AudioAttributes.attribute(of: tool)
    let answer = try output(["check-attr", "-z", attribute, "--"] + endings.map { "tilawa.\($0)" })
    let words = answer.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    var found: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 2, by: 3) where words[index + 2] != "unspecified" {
      found[words[index].after("tilawa.").map(String.init) ?? ""] = words[index + 2]
    }
    return found
  }

  /// Returns a setting, from any of git's configuration files, or nil if it isn't set.
  package func setting(_ name: String) throws -> String? { try line(["config", "--get", name]) }
}
