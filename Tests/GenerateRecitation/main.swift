import Foundation
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

// Writes generated audio and prints where each ayah sounds, and each word with --words:
//   generate-recitation OUT.flac --passage 1:1-7 [--passage 112] [--opening istiadhah,basmalah] [--tempo 1]
//     [--pitch 130] [--reverb 0.4] [--pause 0.6] [--noise-db -70] [--lead-in 0.5] [--seed 1] [--words]
// or tones of given lengths, with pauses between:
//   generate-recitation OUT.flac --passage-lengths 3.1,4.2 [--pause 0.7] [--noise-db -60] [--lead-in 0.5]
//     [--seed 1] [--rate 44100] [--channels 1]

struct UsageError: Error {
  let message: String
}

func number(_ text: String, _ option: String) throws(UsageError) -> Double {
  guard let value = Double(text), value.isFinite else {
    throw UsageError(message: "\(option) takes a number, not '\(text)'")
  }
  return value
}

func seconds(_ text: String, _ option: String) throws(UsageError) -> Milliseconds {
  guard let time = Milliseconds(text) else {
    throw UsageError(message: "\(option) takes seconds such as 3.1, not '\(text)'")
  }
  return time
}

func whole(_ text: String, _ option: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
  guard let value = Int(text), range.contains(value) else {
    throw UsageError(
      message: "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'"
    )
  }
  return value
}

/// The arguments of the command line.
struct Arguments {
  private(set) var path: String?
  private(set) var values: [String: [String]] = [:]
  private(set) var flags: Set<String> = []

  private static let flags: Set<String> = ["--words"]
  private static let both: Set<String> = ["--pause", "--noise-db", "--lead-in", "--seed"]
  private static let spoken: Set<String> = [
    "--passage", "--opening", "--tempo", "--pitch", "--reverb",
  ]
  private static let tones: Set<String> = ["--passage-lengths", "--rate", "--channels"]

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if Self.flags.contains(argument) {
        flags.insert(argument)
        continue
      }
      guard argument.hasPrefix("-") else {
        guard path == nil else {
          throw UsageError(message: "one file at a time: '\(argument)' is a second one")
        }
        path = argument
        continue
      }
      guard Self.both.union(Self.spoken).union(Self.tones).contains(argument) else {
        throw UsageError(message: "there is no option '\(argument)'")
      }
      guard let value = rest.popFirst() else {
        throw UsageError(message: "\(argument) needs a value behind it")
      }
      values[argument, default: []].append(value)
    }
    let others = isSpoken ? Self.tones : Self.spoken.union(Self.flags)
    if let other = others.sorted().first(where: { values[$0] != nil || flags.contains($0) }) {
      throw UsageError(
        message: isSpoken ? "\(other) is for --passage-lengths" : "\(other) is for --passage")
    }
  }

  var isSpoken: Bool { values["--passage"] != nil }

  /// The value given last, read.
  func value<Value>(
    _ option: String, else usual: Value, _ read: (String, String) throws(UsageError) -> Value
  ) throws(UsageError) -> Value {
    guard let text = values[option]?.last else { return usual }
    return try read(text, option)
  }
}

func speak(_ arguments: Arguments, to path: String, _ encoding: AudioEncoding) throws {
  var utterances: [SpokenRecitation.Utterance] = []
  for name in try arguments.value("--opening", else: [], { text, _ in text.split(separator: ",") }) {
    switch name {
    case "istiadhah": utterances.append(.istiadhah)
    case "basmalah": utterances.append(.basmalah)
    default: throw UsageError(message: "--opening takes istiadhah, basmalah or both, not '\(name)'")
    }
  }
  let pause = try arguments.value("--pause", else: Milliseconds(600), seconds)
  for text in arguments.values["--passage"] ?? [] {
    guard case .success(let range) = PassageReference.parse(text) else {
      throw UsageError(message: "--passage takes a passage such as 1:1-7, not '\(text)'")
    }
    utterances += SpokenRecitation(range).utterances
  }
  for index in utterances.indices { utterances[index].pauseAfter = pause }
  var recitation = SpokenRecitation(utterances)
  recitation.leadIn = try arguments.value("--lead-in", else: recitation.leadIn, seconds)
  recitation.tempo = try arguments.value("--tempo", else: 1, number)
  recitation.pitch = try arguments.value("--pitch", else: recitation.pitch, number)
  recitation.reverberation = try arguments.value("--reverb", else: 0, number)
  recitation.noiseDBFS = try arguments.value("--noise-db", else: recitation.noiseDBFS, number)
  recitation.seed = try arguments.value("--seed", else: 1, seed)
  try recitation.write(to: path, encoding: encoding)
  print("ayah\tstart\tend")
  for hearing in recitation.hearings {
    let name = hearing.ayah?.description ?? "-"
    print("\(name)\t\(hearing.span.start)\t\(hearing.span.end)")
    guard arguments.flags.contains("--words") else { continue }
    for (index, word) in hearing.words.enumerated() {
      print("\(name):\(index + 1)\t\(word.start)\t\(word.end)")
    }
  }
}

func writeTones(_ arguments: Arguments, to path: String, _ encoding: AudioEncoding) throws {
  var recitation = GeneratedRecitation([])
  let pause = try arguments.value("--pause", else: Milliseconds(700), seconds)
  let lengths = try arguments.value("--passage-lengths", else: [Milliseconds]()) {
    (text, option) throws(UsageError) in
    var lengths: [Milliseconds] = []
    for part in text.split(separator: ",") { lengths.append(try seconds(String(part), option)) }
    return lengths
  }
  guard !lengths.isEmpty else {
    throw UsageError(message: "say what is to be heard: --passage 1:1-7, or --passage-lengths 3.1,4.2")
  }
  recitation.passages = lengths.map { .init($0.count, pauseAfter: pause.count) }
  recitation.leadIn = try arguments.value("--lead-in", else: recitation.leadIn, seconds)
  recitation.seed = try arguments.value("--seed", else: 1, seed)
  recitation.noiseDBFS = try arguments.value("--noise-db", else: recitation.noiseDBFS, number)
  recitation.sampleRate = try arguments.value("--rate", else: recitation.sampleRate) {
    (text, option) throws(UsageError) in try whole(text, option, 1000...192_000)
  }
  recitation.channelGains = Array(
    repeating: 1,
    count: try arguments.value("--channels", else: 1) { (text, option) throws(UsageError) in
      try whole(text, option, 1...8)
    })
  try recitation.write(to: path, encoding: encoding)
  print("passage\tstart\tend")
  for (index, span) in recitation.spans.enumerated() {
    print("\(index + 1)\t\(span.start)\t\(span.end)")
  }
}

func seed(_ text: String, _ option: String) throws(UsageError) -> UInt64 {
  UInt64(try whole(text, option, 0...Int.max))
}

func run(_ arguments: [String]) throws {
  let arguments = try Arguments(arguments)
  guard let path = arguments.path else {
    throw UsageError(message: "name the file to write, such as out.flac")
  }
  guard let encoding = AudioEncoding(fileName: path) else {
    throw UsageError(message: "'\(path)' must end in \(AudioEncoding.endings)")
  }
  if arguments.isSpoken {
    try speak(arguments, to: path, encoding)
  } else {
    try writeTones(arguments, to: path, encoding)
  }
}

func report(_ message: String) -> Never {
  FileHandle.standardError.write(Data("generate-recitation: \(message)\n".utf8))
  exit(2)
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch let error as UsageError {
  report(error.message)
} catch {
  report("\(error)")
}
