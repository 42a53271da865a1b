// What must be fast, each against a floor or a peer in the same run, and how well marking agrees with the
// truth. Times here are noisy: runs are interleaved and medians taken, and only ratios are worth reading.
//
//   Benchmarks [NAME...]            all, or those named
//   Benchmarks merge                what plain git makes of the merge cases, and how long rows take against lines
//   Benchmarks recordings FOLDER... marks every recording of folders whose passage is known, by group and by reciter
//     --wrong-passages              with passages that they don't hold instead: how many are refused
//   Benchmarks render FOLDER        a library of these recordings: are rendered cuts the right stretches, and how fast
//   Benchmarks identify FOLDER      tells what windows of them hold, as if nothing were known
//   Benchmarks clips FOLDER         the same of short clips: right and wrong passages stated, and none
//   Benchmarks stated FOLDER [SECONDS...]   the same of whole ayat cut out of recordings, by length
//   Benchmarks unaided FOLDER [SECONDS...]  marks recordings, prayers and pieces cut at random, nothing stated
//   Benchmarks weights FOLDER...    fits the weights by which short recordings are judged to folders of recordings and of clips
//   Benchmarks strange FOLDER [SECONDS...]  what is named in sounds that aren't the Quran (Tests/Trials/sound/other-sounds)
//   Benchmarks words FOLDER         the same of those whose words are known, and where their words begin
//   Benchmarks follow FOLDER [SOUND...]   follows them as if they were heard now: how soon and how long the right ayah is told,
//                                   and what is told of sounds that are something else
//     --unaided                     without saying what is recited
//   Benchmarks speed [FOLDER]       pauses and marks of an hour in five formats, generated or joined from the folder's
//     --six-hours                   and of six hours in one format
//   Benchmarks publish              a library of TILAWA_BUNDLES (else 100,000) bundles of TILAWA_ROWS (else 100) rows as static files
//   Benchmarks positions FOLDER     where samples lie against ffmpeg, for every audio file of a folder
//   Benchmarks audit FOLDER         plants errors in true rows: which of them review --by-sound finds, and what else
//   Benchmarks splices FOLDER       the same with things repeated, dropped and inserted
//
// recordings, clips, words, splices, follow, stated, unaided, identify and weights take the model that ships, or
//     --model TABLE                 another, as `tilawa learn` writes it
//     --without-reciter FOLDER      for each the model that Tests/Trials/data/network made without its reciter
//   Benchmarks features FILE...     the features of sounds, which that learns from

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())

do {
  switch arguments.first {
  case "recordings":
    let options = try BenchmarkOptions(arguments, takingModels: true, flags: ["--wrong-passages"])
    _ = try options.folder()
    try runRecordings(
      inFolders: options.values, options, triesWrongPassages: options.flags.contains("--wrong-passages"))
  case "identify":
    let options = try BenchmarkOptions(arguments, takingModels: true)
    try runIdentification(
      inFolder: try options.folder(), options, windows: options.values.dropFirst().compactMap { Int($0) })
  case "clips":
    let options = try BenchmarkOptions(arguments, takingModels: true)
    try runClips(inFolder: try options.folder(), options)
  case "stated":
    let options = try BenchmarkOptions(arguments, takingModels: true)
    try runStated(
      inFolder: try options.folder(), options, lengths: options.values.dropFirst().compactMap { Int($0) })
  case "unaided":
    let options = try BenchmarkOptions(arguments, takingModels: true)
    try runUnaided(
      inFolder: try options.folder(), options, lengths: options.values.dropFirst().compactMap { Int($0) })
  case "weights":
    let options = try BenchmarkOptions(arguments, takingModels: true)
    try runWeights(options)
  case "strange":
    let options = try BenchmarkOptions(arguments)
    try runStrange(inFolder: try options.folder(), lengths: options.values.dropFirst().compactMap { Int($0) })
  case "splices":
    let options = try BenchmarkOptions(arguments, takingModels: true)
    try runSplices(inFolder: try options.folder(), options)
  case "words":
    let options = try BenchmarkOptions(arguments, takingModels: true)
    try runWords(inFolder: try options.folder(), options)
  case "follow":
    let options = try BenchmarkOptions(arguments, takingModels: true, flags: ["--unaided"])
    try runFollow(
      inFolder: try options.folder(), options, isUnaided: options.flags.contains("--unaided"),
      sounds: Array(options.values.dropFirst()))
  case "audit": try runAudit(inFolder: try BenchmarkOptions(arguments).folder())
  case "features": try writeFeatures(of: try BenchmarkOptions(arguments).values)
  case "render": try runRender(inFolder: try BenchmarkOptions(arguments).folder())
  case "speed":
    let options = try BenchmarkOptions(arguments, flags: ["--six-hours"])
    try runSpeed(recordings: options.values.first, sixHours: options.flags.contains("--six-hours"))
  case "publish": try runPublish()
  case "positions": try runPositions(inFolder: try BenchmarkOptions(arguments).folder())
  default: try runBenchmarks(arguments)
  }
} catch {
  FileHandle.standardError.write(Data("\(arguments.first ?? ""): \(error)\n".utf8))
  exit(2)
}
