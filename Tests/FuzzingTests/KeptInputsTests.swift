import Foundation
import Testing
import TilawaTestSupport

/// Runs the targets again on inputs that once showed a fault, and on seeds of all targets with a few changes
/// of each.
///
/// `Tests/Trials/hostile/fuzz` runs the same targets under libFuzzer. Its findings are kept in
/// `Kept/TARGET/`, in as few bytes as show them.
@Suite struct KeptInputsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private func check(_ target: FuzzTarget, _ input: [UInt8], _ name: String) {
    do { try target.run(input) } catch { Issue.record("\(target.name), \(name): \(error)") }
  }

  @Test(arguments: FuzzTarget.all.map(\.name)) func whatWasFoundStaysMended(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = Self.folder.appending(path: "Kept/\(name)").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in files.sorted() {
      check(target, Array(try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))), file)
    }
  }

  /// `TILAWA_ROUNDS=1000 swift test --filter KeptInputsTests` changes each seed that is text so often.
  @Test(arguments: FuzzTarget.all.map(\.name)) func changedSeedsAreTaken(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let given = ProcessInfo.processInfo.environment["TILAWA_ROUNDS"].flatMap { UInt64($0) } ?? 10
    let rounds = target.isText ? given : 0
    let seeds = FuzzSeeds.of(target)
    #expect(!seeds.isEmpty)
    for (number, seed) in seeds.enumerated() {
      check(target, seed, "seed \(number)")
      for round in 0..<rounds {
        var mutation = TextMutation(seed: UInt64(number) << 32 | round)
        let input = mutation.changed(seed, atMost: 8192)
        check(target, input, "seed \(number), round \(round): \(String(decoding: input, as: UTF8.self))")
      }
    }
  }
}
