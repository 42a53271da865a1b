import TilawaBase

/// What keeps large files beside a git repository, which then has small ones in their place.
package enum LargeFileTool: String, CaseIterable, Sendable {
  /// Git LFS.
  case lfs
  /// git-annex.
  case annex

  /// For people.
  package var name: String { self == .lfs ? "Git LFS" : "git-annex" }
  /// The program that `git lfs` or `git annex` starts.
  package var program: String { "git-\(rawValue)" }
}

/// Which files of a repository are audio, and what its attributes say of them.
package enum AudioAttributes {
  /// What names of recordings end in, as phones, recorders and `tilawa` itself name them.
  package static let endings = [
    "3gp", "aac", "aif", "aiff", "amr", "caf", "flac", "m4a", "mka", "mp3", "mp4", "oga", "ogg", "opus",
    "wav", "webm", "wma",
  ]

  /// Whether a file is called like audio, whatever its capitals.
  package static func isAudio(_ path: String) -> Bool {
    path.cut(atLast: ".").map { endings.contains($0.1.lowercased()) } ?? false
  }

  /// The attribute that says which tool keeps a file.
  static func attribute(of tool: LargeFileTool) -> String {
    tool == .lfs ? "filter" : "annex.largefiles"
  }

  /// The line for files with an ending.
  package static func line(for ending: String, keptBy tool: LargeFileTool) -> String {
    switch tool {
    case .lfs: "*.\(ending) filter=lfs diff=lfs merge=lfs -text"
    // Keys of this backend have the checksum that recording.yaml states.
    case .annex: "*.\(ending) annex.largefiles=anything annex.backend=SHA256E"
    }
  }

  /// What keeps annotations in git itself, where `git annex add` would otherwise take all there is.
  package static let annexedNot = "**/*.tilawa/**/*.yaml annex.largefiles=nothing"
}

extension GitRepository {
  /// What the attributes of the repository say of audio in its top folder, by its ending: nil where they say nothing.
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

  /// A setting as git sees it, wherever it stands; nil for none.
  package func setting(_ name: String) throws -> String? { try line(["config", "--get", name]) }
}
