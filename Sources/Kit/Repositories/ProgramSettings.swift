import TilawaBase
import TilawaPrograms

/// The settings of git that name programs, or their arguments.
///
/// The list is from git-config(1), git-lfs-config(5) and git-annex(1). If a setting is missing here, a
/// repository from elsewhere can run its program.
/// program run.
enum ProgramSettings {
  /// The replacements of settings that only the repository has, by their names with the part between the
  /// points as `*`.
  ///
  /// All others become empty, so that nothing is run.
  private static let replacements = [
    "core.sshcommand": "ssh", "core.pager": "cat", "core.editor": ":", "sequence.editor": ":",
    "core.alternaterefscommand": "true", "remote.*.uploadpack": "git-upload-pack",
    "remote.*.receivepack": "git-receive-pack", "submodule.*.update": "none", "filter.*.required": "false",
    "pager.*": "false",
  ]

  private static let names: Set<String> = [
    "core.askpass", "core.gitproxy", "credential.helper", "credential.*.helper",
    "diff.external", "diff.*.command", "diff.*.textconv", "difftool.*.cmd", "difftool.*.path",
    "filter.*.clean", "filter.*.smudge", "filter.*.process", "gpg.program", "gpg.*.program",
    "gpg.ssh.defaultkeycommand", "guitool.*.cmd", "interactive.difffilter", "lfs.customtransfer.*.args",
    "lfs.customtransfer.*.path", "lfs.extension.*.clean", "lfs.extension.*.smudge",
    "lfs.standalonetransferagent", "lfs.*.standalonetransferagent",
    "merge.*.driver", "mergetool.*.cmd", "mergetool.*.path", "remote.*.annex-externaltype",
    "remote.*.annex-hooktype", "remote.*.annex-rsync-transport", "remote.*.annex-shell", "remote.*.vcs",
    "tar.*.command", "trailer.*.cmd", "trailer.*.command", "uploadpack.packobjectshook",
  ]

  /// Returns true if a setting of this name, as `git config --list` writes it, names a program.
  static func contain(_ name: String) -> Bool {
    let general = generalized(name)
    if names.contains(general) || replacements[general] != nil { return true }
    if name.begins(with: "alias.") || name.begins(with: "pager.") { return true }
    // Commands, hooks, and options of programs that may in turn run other programs, such as
    // `-oProxyCommand=`.
    return (name.begins(with: "annex.") || general.begins(with: "remote.*.annex-"))
      && ["-command", "-hook", "-options"].contains { general.ends(with: $0) }
  }

  /// Returns the replacement of a repository's setting that the user hasn't set.
  static func replacement(for name: String) -> String {
    replacements[name.begins(with: "pager.") ? "pager.*" : generalized(name)] ?? ""
  }

  /// Returns `filter.*.clean` for `filter.lfs.clean`, or a name such as `lfs.customtransfer.*.path`.
  private static func generalized(_ name: String) -> String {
    guard let (section, rest) = name.cut(at: "."), let (middle, key) = rest.cut(atLast: "."),
      name != "gpg.ssh.defaultkeycommand"
    else { return name }
    let kind = ["customtransfer.", "extension."].first { section == "lfs" && middle.begins(with: $0) } ?? ""
    return "\(section).\(kind)*.\(key)"
  }
}

extension GitProgram {
  /// Returns a copy for the repository at `folder`, with only those programs that the user's own
  /// configuration names.
  ///
  /// git compares the work tree through filters. Git LFS, if the user has installed it, is needed for that.
  /// A program that the repository's configuration names is not run, and its files are compared as they
  /// are.
  func withoutPrograms(ofRepositoryAt folder: String) throws(FileError) -> GitProgram {
    let answer = try ask(["config", "--null", "--show-scope", "--list"], in: folder)
    guard answer.status == 0 else {
      throw FileError("use", folder, because: "its git configuration cannot be read")
    }
    let words = answer.output.split(separator: 0, omittingEmptySubsequences: false)
    var (own, foreign): ([Setting], Set<String>) = ([], [])
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      let setting = words[index + 1].split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(decoding: setting.first ?? [], as: UTF8.self)
      guard ProgramSettings.contain(name) else { continue }
      if Self.ownScopes.contains(String(decoding: words[index], as: UTF8.self)) {
        own.append((name, setting.count > 1 ? String(decoding: setting[1], as: UTF8.self) : "true"))
      } else if setting.first.flatMap({ String(validating: $0, as: UTF8.self) }) == nil {
        throw FileError("use", folder, because: "its git configuration has a name that is not UTF-8")
      } else {
        foreign.insert(name)
      }
    }
    guard !foreign.isEmpty else { return self }
    var replaced: [Setting] = foreign.sorted().map { name in
      let value = own.last { $0.name.isExactly(name) }?.value
      return (name, Self.isHelper(name) ? "" : value ?? ProgramSettings.replacement(for: name))
    }
    // git calls all helpers in sequence, and an empty name removes those before it.
    if foreign.contains(where: Self.isHelper) {
      replaced += [("credential.helper", "")] + own.filter { Self.isHelper($0.name) }
    }
    return with(replaced)
  }

  /// The scopes of the user's settings, which are neither in the repository nor in its work tree.
  private static let ownScopes: Set<String> = ["system", "global", "command"]

  private static func isHelper(_ name: String) -> Bool {
    name.begins(with: "credential.") && name.ends(with: ".helper")
  }
}
