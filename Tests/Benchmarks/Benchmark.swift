import Dispatch

/// A named measurement that prints one or more ratios.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  let run: @Sendable () throws -> Void
}

func runBenchmarks(_ names: [String]) throws {
  let all = [
    readingBenchmark, lintBenchmark, resolveBenchmark, scaleBenchmark, libraryBenchmark, mergeBenchmark,
    startupBenchmark, exchangeBenchmark, textBenchmark, aboutBenchmark, verifyBenchmark, packBenchmark,
  ]
  for name in names where !all.contains(where: { $0.name == name }) {
    throw ManifestError(
      "no benchmark is called \"\(name)\"; there are: \(all.map(\.name).joined(separator: ", "))")
  }
  var failed: [String] = []
  for benchmark in all where names.isEmpty || names.contains(benchmark.name) {
    print("\(benchmark.name): \(benchmark.summary)")
    do { try benchmark.run() } catch {
      print("  could not run: \(error)")
      failed.append(benchmark.name)
    }
  }
  guard failed.isEmpty else { throw ManifestError("could not run \(failed.joined(separator: ", "))") }
}

/// The median seconds of each piece of work, run in turn `rounds` times.
func medians(rounds: Int, _ works: [() throws -> Void]) throws -> [Double] {
  var seconds = works.map { _ in [Double]() }
  for _ in 0..<rounds {
    for (index, work) in works.enumerated() {
      let start = DispatchTime.now().uptimeNanoseconds
      try work()
      seconds[index].append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
  }
  return seconds.map { $0.sorted()[$0.count / 2] }
}

/// Returns a number with a fixed number of decimals, such as `12.34`.
func decimals(_ value: Double, _ places: Int) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let whole = Int((value.magnitude * scale).rounded())
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard places > 0 else { return "\(sign)\(whole)" }
  let fraction = String(whole % Int(scale))
  return "\(sign)\(whole / Int(scale)).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
}
