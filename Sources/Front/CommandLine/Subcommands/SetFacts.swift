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
      Sets facts of one or many bundles, by options or as KEY=VALUE; an empty value removes the key. The rest of \
      recording.yaml does not change. A folder stands for all bundles below it.

        tilawa set friday.tilawa title="Friday prayer" riwayah=hafs
        tilawa set friday.tilawa husary.tilawa --recorded-at 2024-01-05
        tilawa set friday.tilawa place=

      Exit status: 0 done; 2 wrong usage, or a file cannot be changed.
      """)

  @Argument(
    help: .init("Bundles, and keys with their values.", valueName: "bundle|key=value"), completion: .directory
  )
  var words: [String] = []

  @OptionGroup(title: "The recording") var recording: RecordingFacts

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let request = try Request(words, recording)
    guard !request.bundles.isEmpty else { throw CommandFailure("name the bundles to change") }
    guard request.isAny else {
      throw CommandFailure("nothing to set; use KEY=VALUE, such as riwayah=hafs, or an option")
    }
    let (targets, problems) = GivenPaths(request.bundles, takesIgnored: false, in: terminal.workplace)
      .bundles()
    if let problem = problems.first { throw CommandFailure(problem.text) }
    let facts = request.facts
    guard facts.id == nil || targets.count == 1 else {
      throw CommandFailure("an id needs exactly one bundle, found \(targets.count)")
    }
    // What was typed may be wrong: told before anything is written.
    _ = try facts.facts()
    let plans = try targets.map { target in
      guard let found = FoundBundle(containing: target.shownPath, in: terminal.workplace) else {
        throw CommandFailure(FoundBundle.reasonForNone(at: target.shownPath, in: terminal.workplace))
      }
      return try BundlePlan.stating(
        found, changingID: facts.id != nil, removing: request.removed, in: terminal.workplace
      ) { try facts.facts(counting: $0) }
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
    return .done
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
    var isAny: Bool { isStated || !removed.isEmpty || facts.isAny }

    init(_ words: [String], _ options: RecordingFacts) throws {
      facts = options
      for word in words {
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
          state(key, parts[1])
        }
      }
    }

    private mutating func state(_ key: String, _ value: String) {
      switch key {
      case "title": facts.title = value
      case "reciter": facts.reciter = value
      case "riwayah": facts.riwayah = value
      case "numbering": facts.numbering = value
      case "passage": facts.passage += value.fields(by: ",").map { $0.trimmed(of: " ") }
      case "prayer": facts.prayer = value
      case "recorded_at": facts.recordedAt = value
      case "place": facts.place = value
      case "notes": facts.notes = value
      default: facts.id = value
      }
    }
  }
}

extension RecordingFacts {
  /// True if anything is given.
  fileprivate var isAny: Bool {
    !passage.isEmpty
      || [title, reciter, riwayah, numbering, recordedAt, prayer, place, notes, id].contains { $0 != nil }
  }
}
