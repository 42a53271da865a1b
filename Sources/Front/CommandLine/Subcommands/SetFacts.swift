import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

struct SetFacts: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change title, riwayah and other facts of bundles.",
    usage: "tilawa set <bundle> ... [<key=value> ...] [<options>]",
    discussion: """
      Sets facts of one or many bundles as KEY=VALUE; an empty value removes the key. The rest of recording.yaml does \
      not change. A folder stands for all bundles below it.

      Keys: \(StatedFacts.keys.joined(separator: ", ")), id.

        tilawa set friday.tilawa title="Friday prayer" riwayah=hafs
        tilawa set friday.tilawa husary.tilawa recorded_at=2024-01-05 place=
        tilawa set ~/recitations --table facts.csv
        tilawa set ~/recitations --from-path "{reciter}/{prayer} {recorded_at}"

      A table is CSV with a line of keys above it; its column "bundle" or "file" names the bundle, or the audio file it \
      was made from. A pattern is compared with the end of the paths; {} matches any text.

      Exit status: 0 done; 1 a table or pattern does not match all bundles, or has lines for others; 2 wrong usage, or a \
      file cannot be changed.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: .init("Bundles, and keys with their values.", valueName: "bundle|key=value"),
    completion: .directory)
  var words: [String] = []

  @Option(help: .init("Take each bundle's facts from this table.", valueName: "csv"), completion: .file())
  var table: String?

  @Option(help: .init("Take facts from the paths of the bundles.", valueName: "pattern"))
  var fromPath: String?

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if table != nil, fromPath != nil {
      throw ValidationError("--table and --from-path cannot be used together")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let request = try Request(words)
    guard !request.bundles.isEmpty else { throw CommandFailure("name the bundles to change") }
    var source = try source(in: terminal)
    guard request.isAny || source != nil else {
      throw CommandFailure("nothing to set; use KEY=VALUE, such as riwayah=hafs")
    }
    let (targets, problems) = GivenPaths(request.bundles, takesIgnored: false, in: terminal.workplace)
      .bundles()
    if let problem = problems.first { throw CommandFailure(problem.text) }
    guard request.facts.id == nil || targets.count == 1 else {
      throw CommandFailure("an id needs exactly one bundle, found \(targets.count)")
    }
    // What was typed may be wrong: reported before anything is written.
    _ = try request.facts.facts()
    var outcome = Outcome.done
    var plans: [BundlePlan<StatingFacts>] = []
    for target in targets {
      guard let found = FoundBundle(containing: target.shownPath, in: terminal.workplace) else {
        throw CommandFailure(FoundBundle.reasonForNone(at: target.shownPath, in: terminal.workplace))
      }
      var facts = request.facts
      if source != nil {
        guard let stated = try source?.facts(of: found) else {
          terminal.complain("tilawa: \(found.shownPath): \(table ?? "the pattern") does not match it")
          outcome = .findings
          continue
        }
        for (key, value) in stated { facts.state(key, try named(key, value, found, terminal)) }
      }
      do {
        plans.append(
          try BundlePlan.stating(
            found, changingID: facts.id != nil, removing: request.removed, in: terminal.workplace
          ) { [facts] in try facts.facts(counting: $0) })
      } catch let failure as Failure where source != nil {
        throw CommandFailure("\(found.shownPath): \(failure.text); nothing was changed")
      }
    }
    for line in (source as? FactsTable)?.unusedLines ?? [] {
      terminal.complain("tilawa: \(line)")
      outcome = .findings
    }
    for plan in plans {
      if dryRun { terminal.write(plan.diff) }
      let made = dryRun ? plan.content : try plan.apply().content
      let said = made.changes.map(Self.text)
      terminal.say(
        "\(plan.bundle.shownPath): "
          + (said.isEmpty
            ? "nothing to change" : said.joined(separator: ", ") + (dryRun ? " (not written)" : "")))
      for remark in made.remarks { terminal.say("\(plan.bundle.shownPath): \(remark)") }
    }
    return outcome
  }

  private func source(in terminal: Terminal) throws -> (any FactsByBundle)? {
    if let table {
      return try FactsTable(readingAt: terminal.path(table), shownAs: table, keys: StatedFacts.keys)
    }
    return try fromPath.map { try FactsPattern($0, keys: StatedFacts.keys) }
  }

  /// A reciter may be named as the library does, instead of by id.
  private func named(
    _ key: String, _ value: String, _ found: FoundBundle, _ terminal: Terminal
  ) throws -> String {
    guard key == "reciter", !RecordingDraft.isIdentifier(value) else { return value }
    guard let id = found.reciterID(ofName: value, in: terminal.workplace) else {
      throw CommandFailure(
        "\(found.shownPath): no file in reciters/ describes \"\(value)\"; `tilawa reciter add` does, or use an id"
      )
    }
    return id
  }

  /// `riwayah warsh (was hafs)`.
  private static func text(_ change: StatedFacts.Change) -> String {
    let before = change.before.map { " (was \(shownText($0)))" } ?? ""
    return change.after.map { "\(change.key) \(shownText($0))\(before)" } ?? "\(change.key) removed\(before)"
  }

  /// Words taken apart: bundles, and what is said of them.
  private struct Request {
    private(set) var bundles: [String] = []
    private(set) var facts: RecordingFacts
    private(set) var removed: Set<String> = []
    private var isStated = false

    /// True if anything would be set or removed.
    var isAny: Bool { isStated || !removed.isEmpty }

    init(_ words: [String]) throws {
      // As if no option were given: the values of options can be read only after parsing.
      facts = try RecordingFacts.parse([])
      for word in words {
        if let option = word.after("--") {
          let name = String(option.cut(at: "=")?.0 ?? option).replaced("-", with: "_")
          throw CommandFailure(
            "unknown option \(word)" + (StatedFacts.keys.contains(name) ? "; write \(name)=VALUE" : ""))
        }
        let parts = word.fields(by: "=", atMost: 2).map(String.init)
        let key = parts[0].replaced("-", with: "_")
        guard parts.count == 2, StatedFacts.keys.contains(key) || key == "id" else {
          if parts.count == 2, !parts[0].holds("/"), !parts[0].holds("."), !parts[0].isEmpty {
            throw CommandFailure(
              noSuch(
                "key", parts[0], meaning: nearestName(to: key, in: StatedFacts.keys).map { [$0] } ?? [],
                hint: "use one of \(StatedFacts.keys.joined(separator: ", "))"))
          }
          bundles.append(word)
          continue
        }
        if parts[1].isEmpty {
          guard key != "id" else { throw CommandFailure("an id cannot be removed") }
          removed.insert(key)
        } else {
          isStated = true
          facts.state(key, parts[1])
        }
      }
    }
  }
}

extension RecordingFacts {
  /// Takes over the value of a key.
  fileprivate mutating func state(_ key: String, _ value: String) {
    switch key {
    case "title": title = value
    case "reciter": reciter = value
    case "riwayah": riwayah = value
    case "numbering": numbering = value
    case "passage": passage += value.fields(by: ",").map { $0.trimmed(of: " ") }
    case "prayer": prayer = value
    case "recorded_at": recordedAt = value
    case "place": place = value
    case "notes": notes = value
    default: id = value
    }
  }
}
