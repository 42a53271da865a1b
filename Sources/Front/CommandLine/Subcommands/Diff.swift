import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Diff: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show row by row how two versions of a bundle differ.",
    discussion: """
      Rows are matched by ayah and time, so a moved boundary or a new row is shown as such, and a shift of the whole \
      recording as one offset. Each side is a bundle, a file of one, - for standard input, or a version in git:

        tilawa diff friday.tilawa from-a-friend.tilawa
        tilawa diff HEAD~3:friday.tilawa friday.tilawa
        tilawa diff HEAD~3 -- friday.tilawa
        tilawa diff main topic -- friday.tilawa
        tilawa diff HEAD~3 -- .

      Exit status: 0 no differences; 1 differences; 2 the versions cannot be compared.
      """)

  @Argument(help: "A version; or, before --, a commit. (default: HEAD)") var first: String?

  @Argument(help: "Another version; or, before --, another commit.") var second: String?

  @Argument(
    parsing: .postTerminator,
    help: "After --: the bundle, file of one, or folder of bundles to compare.")
  var paths: [String] = []

  @Option(help: "Ignore differences in time up to this: 20ms, 0.02.")
  var tolerance = TimeTolerance.zero

  @OptionGroup(title: "Different audio") var alignment: AlignmentOptions

  @Flag(help: "Show only the number of differences.") var stat = false

  @Flag(help: "Print JSON, which tilawa patch reads.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var outcome = Outcome.done
    var compared: [Compared] = []
    let sides: [Sides]
    do { sides = try self.sides(terminal) } catch let error as FileMerge.Unmergeable {
      return error.tell(in: terminal)
    }
    for side in sides {
      let diff: BundleDiff
      do {
        diff = try BundleDiff(side.old.version, side.new.version, tolerance: tolerance.time)
      } catch {
        outcome = outcome.and(error.tell(in: terminal))
        continue
      }
      if !diff.isEmpty { outcome = outcome.and(.findings) } else if sides.count > 1 { continue }
      if json {
        compared.append((side.old.name, side.new.name, diff))
      } else {
        // Files are called alike in all bundles.
        if sides.count > 1 { terminal.print(terminal.palette.paint(shownText(side.new.name), .strong)) }
        let report = DiffReport(diff: diff, palette: terminal.palette)
        (stat ? report.statistics : report.lines).forEach(terminal.print)
      }
    }
    if json { terminal.write(Self.shape.document(of: compared)) }
    return outcome
  }

  private typealias Compared = (old: String, new: String, diff: BundleDiff)

  static var description: OutputDescription { shape.description }

  private static let shape = OutputShape<[Compared]>(
    "diff",
    [
      .key(
        "diffs",
        .list(
          of: .object([
            .key("old_version", .text, { $0.old }, "The older version, as given."),
            .key("new_version", .text, { $0.new }, "The newer version, as given."),
            .key("files", .list(of: FileDiff.form), { $0.diff.files }, "Differences in each file."),
          ])), { $0 }, "Differences of each pair of versions.")
    ])

  /// The two versions compared.
  private typealias Sides = (old: NamedVersion, new: NamedVersion)

  private func sides(_ terminal: Terminal) throws -> [Sides] {
    if !paths.isEmpty {
      if alignment.alignAudio {
        throw CommandFailure("--align-audio needs two bundles; a commit has no audio to align")
      }
      let commit = first ?? "HEAD"
      return try paths.flatMap { path -> [Sides] in
        let bundles = try terminal.workplace.comparedBundles(path, at: [commit] + (second.map { [$0] } ?? []))
        guard bundles != [path] else { return [try sides(of: path, commit, terminal)] }
        // A bundle of a folder may be in one version alone.
        return try bundles.map { bundle in
          let old = try terminal.workplace.versionIfAny(bundle, at: commit)
          let new = try terminal.workplace.versionIfAny(bundle, at: second)
          let name = second.map { "\($0):\(bundle)" } ?? bundle
          return (NamedVersion("\(commit):\(bundle)", old), NamedVersion(name, new))
        }
      }
    }
    guard let first, let second else {
      throw CommandFailure(
        "diff needs two versions, found \(first == nil ? 0 : 1); for a commit, use tilawa diff HEAD -- BUNDLE"
      )
    }
    let old = NamedVersion(first, try terminal.version(first))
    let new = NamedVersion(second, try terminal.version(second))
    guard alignment.alignAudio else { return [(old, new)] }
    let aligned = try terminal.workplace.aligned([old, new], terminal.monitor)
    aligned.remarks.forEach(terminal.say)
    guard let moved = aligned.versions.last else { return [] }
    return [(old, moved)]
  }

  private func sides(of path: String, _ commit: String, _ terminal: Terminal) throws -> Sides {
    let old = NamedVersion("\(commit):\(path)", try terminal.workplace.version(path, at: commit))
    guard let second else { return (old, NamedVersion(path, try terminal.version(path))) }
    return (old, NamedVersion("\(second):\(path)", try terminal.workplace.version(path, at: second)))
  }
}

/// By how much times may differ without being different: `20ms`, or seconds.
struct TimeTolerance: ExpressibleByArgument {
  let time: Milliseconds
  static let zero = TimeTolerance(time: .zero)

  private init(time: Milliseconds) { self.time = time }

  init?(argument: String) {
    if let text = argument.before("ms") {
      guard let count = Int64(text), count >= 0 else { return nil }
      time = Milliseconds(count)
    } else {
      guard let time = Milliseconds(argument.before("s") ?? argument[...]), time >= .zero else { return nil }
      self.time = time
    }
  }

  var defaultValueDescription: String { "\(time.count)ms" }
}
