// What must be fast, each against a floor or a peer in the same run, and how well marking agrees with the
// truth. Times here are noisy: runs are interleaved and medians taken, and only ratios are worth reading.
//
//   Benchmarks [NAME...]            all, or those named
//   Benchmarks recordings FOLDER    marks every recording of a folder with known boundaries
//     --leave-reciter-out           each with a model that is learnt from the plain recordings of the other reciters
//   Benchmarks identify FOLDER      tells what windows of them hold, as if nothing were known
//   Benchmarks speed [FOLDER]       pauses and marks of long recordings, generated or looped from the folder's
//   Benchmarks positions FOLDER     where samples lie against ffmpeg, for every audio file of a folder
//   Benchmarks words FOLDER         the same of those whose words are known, and where their words begin

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
} else if arguments.first == "identify" {
  do {
    guard arguments.count >= 2 else { throw ManifestError("usage: Benchmarks identify FOLDER [SECONDS...]") }
    try runIdentification(inFolder: arguments[1], windows: arguments.dropFirst(2).compactMap(Int.init))
  } catch {
    print("identify: \(error)")
  }
} else if arguments.first == "speed" || arguments.first == "positions" {
  do {
    if arguments[0] == "speed", arguments.count <= 2 {
      try runSpeed(recordings: arguments.dropFirst().first)
    } else if arguments[0] == "positions", arguments.count == 2 {
      try runPositions(inFolder: arguments[1])
    } else {
      throw ManifestError("usage: Benchmarks speed [FOLDER], or Benchmarks positions FOLDER")
    }
  } catch {
    print("\(arguments[0]): \(error)")
  }
} else if arguments.first == "words" {
  do {
    guard arguments.count == 2 else { throw ManifestError("usage: Benchmarks words FOLDER") }
    try runWords(inFolder: arguments[1])
  } catch {
    print("words: \(error)")
  }
} else {
  runBenchmarks(arguments)
}
