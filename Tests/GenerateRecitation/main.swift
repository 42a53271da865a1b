import Audio
import Foundation
import TestSupport
import Timing

// Writes generated audio and prints where each passage sounds:
//   generate-recitation OUT.flac --passage-lengths 3.1,4.2 --pause 0.7 --seed 1
//     [--rate 44100] [--channels 1] [--noise-db -60] [--lead-in 0.5]

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

func run(_ arguments: [String]) throws {
  var path: String?
  var lengths: [Milliseconds] = []
  var pause = Milliseconds(700)
  var recitation = GeneratedRecitation([])
  var rest = arguments[...]
  while let argument = rest.popFirst() {
    guard argument.hasPrefix("-") else {
      guard path == nil else {
        throw UsageError(message: "one file at a time: '\(argument)' is a second one")
      }
      path = argument
      continue
    }
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\(argument) needs a value behind it")
    }
    switch argument {
    case "--passage-lengths":
      lengths = try value.split(separator: ",").map { try seconds(String($0), argument) }
    case "--pause": pause = try seconds(value, argument)
    case "--lead-in": recitation.leadIn = try seconds(value, argument)
    case "--seed": recitation.seed = UInt64(try whole(value, argument, 0...Int.max))
    case "--rate": recitation.sampleRate = try whole(value, argument, 1000...192_000)
    case "--channels":
      recitation.channelGains = Array(repeating: 1, count: try whole(value, argument, 1...8))
    case "--noise-db": recitation.noiseDBFS = try number(value, argument)
    default: throw UsageError(message: "there is no option '\(argument)'")
    }
  }
  guard let path else { throw UsageError(message: "name the file to write, such as out.flac") }
  guard let encoding = AudioEncoding(fileName: path) else {
    throw UsageError(message: "'\(path)' must end in .wav, .flac, .aiff, .ogg, .opus or .mp3")
  }
  guard !lengths.isEmpty else { throw UsageError(message: "--passage-lengths is missing, such as 3.1,4.2") }
  recitation.passages = lengths.map { .init($0.count, pauseAfter: pause.count) }
  try recitation.write(to: path, encoding: encoding)
  print("passage\tstart\tend")
  for (index, span) in recitation.spans.enumerated() {
    print("\(index + 1)\t\(span.start)\t\(span.end)")
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
