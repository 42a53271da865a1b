// What must be fast, each against a floor or a peer in the same run, and how well marking agrees with the
// truth. Times here are noisy: runs are interleaved and medians taken, and only ratios are worth reading.
//
//   Benchmarks [NAME...]            all, or those named
//   Benchmarks recordings FOLDER    marks every recording of a folder with known boundaries

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "recordings" {
  do {
    guard arguments.count == 2 else { throw ManifestError("usage: Benchmarks recordings FOLDER") }
    try runRecordings(inFolder: arguments[1])
  } catch {
    print("recordings: \(error)")
  }
} else {
  runBenchmarks(arguments)
}
