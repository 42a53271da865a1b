// What must be fast, each against a floor or a peer in the same run, and how well marking agrees with the
// truth. Times here are noisy: runs are interleaved and medians taken, and only ratios are worth reading.
//
//   Benchmarks [NAME...]            all, or those named
//   Benchmarks recordings FOLDER    marks every recording of a folder with known boundaries
//     --leave-reciter-out           each with a model that is learnt from the plain recordings of the other reciters
//   Benchmarks render FOLDER        a library of these recordings: are rendered cuts the right stretches, and how fast
//   Benchmarks identify FOLDER      tells what windows of them hold, as if nothing were known

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "recordings" {
  do {
    let options = Set(arguments.dropFirst(2))
    guard arguments.count >= 2, options.isSubset(of: ["--leave-reciter-out"]) else {
      throw ManifestError("usage: Benchmarks recordings FOLDER [--leave-reciter-out]")
    }
    try runRecordings(inFolder: arguments[1], leavingReciterOut: !options.isEmpty)
  } catch {
    print("recordings: \(error)")
  }
} else if arguments.first == "render" {
  do {
    guard arguments.count == 2 else { throw ManifestError("usage: Benchmarks render FOLDER") }
    try runRender(inFolder: arguments[1])
  } catch {
    print("render: \(error)")
  }
} else if arguments.first == "identify" {
  do {
    guard arguments.count >= 2 else { throw ManifestError("usage: Benchmarks identify FOLDER [SECONDS...]") }
    try runIdentification(inFolder: arguments[1], windows: arguments.dropFirst(2).compactMap(Int.init))
  } catch {
    print("identify: \(error)")
  }
} else {
  runBenchmarks(arguments)
}
