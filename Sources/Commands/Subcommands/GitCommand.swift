import ArgumentParser
import Files
import Git
import ScalarText
import TilawaFormat
import TilawaKit

struct GitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git", abstract: "Set up git to compare and merge bundles by rows.",
    subcommands: [GitInstall.self, GitUninstall.self])
}

extension GitSettings {
  /// The lines for every kind of document there is; those of bundles have one together.
  fileprivate static var attributes: [String] {
    attributes(besides: DocumentKind.all.flatMap(\.patterns).filter { !$0.holds("*.tilawa/") })
  }
}

/// Where git keeps the settings.
struct GitScope: ParsableArguments {
  enum Place: String, EnumerableFlag {
    case local, global

    static func help(for value: Self) -> ArgumentHelp? {
      value == .local ? "For this repository (the default)." : "For all your repositories."
    }
  }

  @Flag(exclusivity: .exclusive) var place: Place = .local

  /// Asks the `git config` of that place.
  struct Settings {
    fileprivate let git: GitProgram
    fileprivate let place: Place
    /// The top folder of the repository that one stands in.
    fileprivate let repository: String?
    /// The attributes file that belongs to it.
    let attributes: String

    fileprivate func ask(_ arguments: [String]) throws -> ChildProgram.Answer {
      try git.ask(["config", "--\(place)"] + arguments, in: place == .local ? repository : nil)
    }

    /// Takes away a reference of the repository that one stands in; false when there is none.
    fileprivate func remove(reference: String) throws -> Bool {
      guard let repository,
        try git.ask(["show-ref", "--verify", "--quiet", reference], in: repository).status == 0
      else { return false }
      return try git.ask(["update-ref", "-d", reference], in: repository).status == 0
    }
  }

  func find(in terminal: Terminal) throws -> Settings {
    guard let git = terminal.workplace.git else { throw CommandFailure("git is not installed") }
    let repository = terminal.workplace.repository(containing: terminal.workingDirectory)?.root
    if place == .local {
      guard let repository else {
        throw CommandFailure(
          "\(terminal.workingDirectory) is not in a git repository; --global sets up all of yours")
      }
      return Settings(
        git: git, place: .local, repository: repository,
        attributes: PathText.joined(repository, ".gitattributes"))
    }
    let named = try git.ask(["config", "--global", "--type=path", "core.attributesFile"])
    let line = String(decoding: named.output.prefix { $0 != 0x0A }, as: UTF8.self)
    let home = terminal.environment["HOME"] ?? "/"
    let folder = terminal.environment["XDG_CONFIG_HOME"].flatMap { $0.begins(with: "/") ? $0 : nil }
    return Settings(
      git: git, place: .global, repository: repository,
      attributes: line.isEmpty
        ? PathText.joined(folder ?? PathText.joined(home, ".config"), "git/attributes") : line)
  }
}

struct GitInstall: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Set up the merge driver, the diff driver and the attributes.")

  @OptionGroup var scope: GitScope

  @Option(help: "Name or path by which git starts this program.") var program = "tilawa"

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let settings = try scope.find(in: terminal)
    for (name, value) in GitSettings.values(program: program) {
      let now = try settings.ask(["--get", name])
      guard String(decoding: now.output, as: UTF8.self) != value + "\n" else { continue }
      let result = try settings.ask([name, value])
      guard result.status == 0 else { throw CommandFailure("git can't set \(name): \(result.talk)") }
      terminal.say("set \(name)")
    }
    for name in GitSettings.outdated where try settings.ask(["--unset-all", name]).status == 0 {
      terminal.say("removed \(name)")
    }
    if try settings.remove(reference: GitSettings.outdatedReference) {
      terminal.say("removed \(GitSettings.outdatedReference)")
    }
    let attributes = settings.attributes
    let text = try FileContents.readIfAny(attributes).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let known = Set(text.words(by: "\n").map(String.init))
    let missing = GitSettings.attributes.filter { !known.contains($0) }
    if !missing.isEmpty {
      try FileTransfer.makeFolder(PathText.folder(of: attributes))
      let start = text.isEmpty || text.ends(with: "\n") ? text : text + "\n"
      try AtomicFile.write(Array((start + missing.joined(separator: "\n") + "\n").utf8), to: attributes)
      for line in missing { terminal.say("added to \(terminal.shown(attributes)): \(line)") }
    }
    terminal.say("git now compares and merges bundles by their rows; tilawa git uninstall undoes this")
    return .done
  }
}

struct GitUninstall: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove what install set up.")

  @OptionGroup var scope: GitScope

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let settings = try scope.find(in: terminal)
    for section in GitSettings.sections
    where try settings.ask(["--remove-section", section]).status == 0 {
      terminal.say("removed \(section)")
    }
    let attributes = settings.attributes
    guard let bytes = try FileContents.readIfAny(attributes) else { return .done }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let ours = Set(GitSettings.attributes)
    let kept = lines.filter { !ours.contains(String($0)) }
    guard kept.count < lines.count else { return .done }
    if kept.allSatisfy(\.isEmpty) {
      try FileTransfer.remove(attributes)
    } else {
      try AtomicFile.write(Array(kept.joined(separator: "\n").utf8), to: attributes)
    }
    for line in lines where ours.contains(String(line)) {
      terminal.say("removed from \(terminal.shown(attributes)): \(line)")
    }
    return .done
  }
}
