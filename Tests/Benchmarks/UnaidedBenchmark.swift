import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Marks the recordings of a folder with no passage stated, as `tilawa mark` would: whole ones, prayers, and
/// pieces cut at random. Prints how much of that is right, also among marks that are stated to be sure.
///
/// Right: all ayat that are heard have their names where they are. In part: some have, and no name is wrong.
///
/// The pieces are the same each time. `TILAWA_DETAIL` prints everything that isn't right.
func runUnaided(inFolder folder: String, _ options: BenchmarkOptions, lengths: [Int]) throws {
  let recordings = try KnownRecording.readable(inFolder: folder)
  let models = try ModelTables(options, recordings)
  print("unaided: nothing stated, \(models.description)")
  var rows = [
    ["", "number", "right", "in part", "unnamed", "wrong", "marks", "0.9 or more", "of these wrong", "CPU s"]
  ]
  var calibration = Calibration()
  func add(_ name: String, _ stretches: [KnownStretch]) {
    guard !stretches.isEmpty else { return }
    let start = clock()
    let results = inParallel(stretches) { stretch in
      Result { try UnaidedResult(stretch, model: models.path(for: stretch.recording)) }
    }
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    var heard: [UnaidedResult] = []
    for result in results {
      switch result {
      case .success(let result): heard.append(result)
      case .failure(let error): print("  left out: \(error)")
      }
    }
    let marks = heard.flatMap(\.marks)
    for mark in marks { calibration.add(stated: mark.stated, isRight: mark.isRight) }
    let sure = marks.filter { $0.stated >= UnaidedResult.sure }
    rows.append(
      [name, "\(heard.count)"]
        + UnaidedResult.Verdict.allCases.map { verdict in "\(heard.count { $0.verdict == verdict })" }
        + ["\(marks.count)", "\(sure.count)", "\(sure.count { !$0.isRight })", decimals(seconds, 0)])
    let showsAll = ProcessInfo.processInfo.environment["TILAWA_DETAIL"] != nil
    for result in heard
    where result.verdict == .wrong || result.isSurelyWrong
      || showsAll && (result.verdict != .right || result.marks.contains { !$0.isRight })
    {
      print("  \(name): \(result.text)")
    }
  }
  if lengths.isEmpty {
    let whole = recordings.map { KnownStretch($0) }
    add("whole", whole.filter { $0.recording.group != "prayer" })
    add("prayers", whole.filter { $0.recording.group == "prayer" })
  }
  for length in lengths.isEmpty ? [3, 6, 10, 15, 30] : lengths {
    let pieces = recordings.enumerated().filter { $0.element.group != "prayer" }.flatMap { place, recording in
      recording.pieces(ofSeconds: length, count: 2, seed: UInt64(1000 * length + place))
    }
    add("\(length) s", pieces)
  }
  printColumns(rows)
  calibration.print()
}

/// The result of marking a stretch with no passage stated.
private struct UnaidedResult: Sendable {
  enum Verdict: String, CaseIterable {
    case right
    case part = "in part"
    case unnamed, wrong
  }

  static let sure = 0.9

  let verdict: Verdict
  /// For each mark with a name, its stated confidence and whether it is right. Marks for which that isn't
  /// known are left out.
  let marks: [(stated: Double, isRight: Bool)]
  let text: String

  var isSurelyWrong: Bool { marks.contains { $0.stated >= Self.sure && !$0.isRight } }

  init(_ stretch: KnownStretch, model: String?) throws {
    let listening = try stretch.withFile { path in
      try MarkListening(unaidedTo: path, stretch.recording.counting, model: model)
    }
    let markers = (try? listening.marks.get())?.markers ?? []
    let ends = markers.dropFirst().map(\.at) + [listening.recording.duration]
    let named = zip(markers, ends).flatMap { marker, next in
      (marker.ayah.map { Array(stretch.recording.counting.ayat(in: $0)) } ?? []).filter { $0.number > 0 }.map
      {
        (ayah: $0, marker: marker, heard: marker.at.seconds..<max(marker.at, marker.end ?? next).seconds)
      }
    }
    let wrong = named.filter { !stretch.isHeard($0.ayah, in: $0.heard) }
    let missing = stretch.recited.filter { row in
      !named.contains { $0.ayah == row.ayah && $0.heard.overlaps(row.heard) }
    }
    verdict =
      named.isEmpty ? .unnamed : !wrong.isEmpty ? .wrong : missing.isEmpty ? .right : .part
    marks = markers.compactMap { marker in
      stretch.isRight(marker).map { (stated: marker.confidence ?? 1, isRight: $0) }
    }
    let doubtful = markers.filter { stretch.isRight($0) == false }.map { marker in
      "\(marker.ayah?.description ?? "") at \(marker.at) \(decimals(marker.confidence ?? 1, 2))"
    }
    let place = stretch.span.map { " from \($0.start) to \($0.end)" } ?? ""
    text =
      "\(verdict.rawValue): \(stretch.recording.stem)\(place): \(listening.passages.map(\.description).joined(separator: " ")); "
      + "not heard there: \(wrong.map(\.ayah.description).joined(separator: " ")); "
      + "not named: \(missing.map(\.ayah.description).joined(separator: " ")); "
      + "not where they begin: \(doubtful.joined(separator: ", "))"
  }
}
