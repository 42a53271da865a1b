// What must be fast, each against a floor or a peer in the same run, and how well marking agrees with the
// truth. Times here are noisy: runs are interleaved and medians taken, and only ratios are worth reading.
//
//   Benchmarks [NAME...]            all, or those named
//   Benchmarks merge                what plain git makes of the merge cases, and how long rows take against lines
//   Benchmarks recordings FOLDER    marks every recording of a folder with known boundaries
//     --leave-reciter-out           each with a model that is learnt from the plain recordings of the other reciters
//     --wrong-passages              with passages that they don't hold instead: how many are refused
//   Benchmarks render FOLDER        a library of these recordings: are rendered cuts the right stretches, and how fast
//   Benchmarks identify FOLDER      tells what windows of them hold, as if nothing were known
//   Benchmarks words FOLDER         the same of those whose words are known, and where their words begin
//   Benchmarks speed [FOLDER]       pauses and marks of an hour in five formats, generated or joined from the folder's
//     --six-hours                   and of six hours in one format
//   Benchmarks positions FOLDER     where samples lie against ffmpeg, for every audio file of a folder
//   Benchmarks splices FOLDER       the same with things repeated, dropped and inserted

let arguments = Array(CommandLine.arguments.dropFirst())
let options = arguments.dropFirst().filter { $0.hasPrefix("--") }
let values = arguments.dropFirst().filter { !$0.hasPrefix("--") }

/// The folder that a benchmark of recordings goes through.
func folder() throws -> String {
  guard let folder = values.first else {
    throw ManifestError("usage: Benchmarks \(arguments.first ?? "") FOLDER")
  }
  return folder
}

do {
  switch arguments.first {
  case "recordings":
    guard Set(options).isSubset(of: ["--leave-reciter-out", "--wrong-passages"]) else {
      throw ManifestError("usage: Benchmarks recordings FOLDER [--leave-reciter-out] [--wrong-passages]")
    }
    try runRecordings(
      inFolder: try folder(), leavingReciterOut: options.contains("--leave-reciter-out"),
      triesWrongPassages: options.contains("--wrong-passages"))
  case "render": try runRender(inFolder: try folder())
  case "identify":
    try runIdentification(inFolder: try folder(), windows: values.dropFirst().compactMap { Int($0) })
  case "splices": try runSplices(inFolder: try folder())
  case "words": try runWords(inFolder: try folder())
  case "speed": try runSpeed(recordings: values.first, sixHours: options.contains("--six-hours"))
  case "positions": try runPositions(inFolder: try folder())
  default: runBenchmarks(arguments)
  }
} catch {
  print("\(arguments.first ?? ""): \(error)")
}
