import Foundation
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Fits the weights of the passage checks (`JudgedRecording.Check`) and prints them. The material comes from
/// recordings with known boundaries and from clips.
///
/// Prints also how many right and wrong passages are sure, both by weights fitted without the reciter and by
/// those that ship. The other caps of the checks (few sounds, a neighbour that fits nearly as well, a
/// basmalah) are left out.
///
/// `TILAWA_DETAIL=1` lists the wrong passages that are sure by the weights that ship.
/// `TILAWA_CHECK=whole-ayat` runs this check alone.
///
/// Stated passages are whole ayat of every third recording, and other passages of the same length. Found
/// passages are those that searches find in pieces cut at random from every second recording, and in whole
/// ayat. Everything that is found when the recited surah is left out counts as wrong.
func runWeights(_ options: BenchmarkOptions) throws {
  let name = ProcessInfo.processInfo.environment["TILAWA_CHECK"]
  let checks = JudgedRecording.Check.allCases.filter { name == nil || name == $0.rawValue }
  guard !checks.isEmpty else {
    let all = JudgedRecording.Check.allCases.map(\.rawValue).joined(separator: ", ")
    throw ManifestError("TILAWA_CHECK: no check is called \"\(name ?? "")\"; there are: \(all)")
  }
  _ = try options.folder()
  func isOfClips(_ folder: String) -> Bool { !FileManager.default.fileExists(atPath: "\(folder)/truth") }
  let recordings = try options.values.filter { !isOfClips($0) }.flatMap {
    try KnownRecording.readable(inFolder: $0).filter { $0.group != "prayer" }
  }
  let untimed = try options.values.filter { !isOfClips($0) }.flatMap {
    try KnownRecording.untimed(inFolder: $0)
  }
  let clips = try options.values.filter(isOfClips).flatMap { try KnownClip.all(inFolder: $0) }
  let models = try ModelChoice(options, tables: (recordings + untimed).map(\.table) + clips.map(\.table))
  print("weights: \(models.description)")
  for check in checks {
    let whole =
      check == .statedLong
      ? untimed.map { Material(stretch: KnownStretch($0), passage: $0.passage.first) } : []
    let judged = inParallel(recordings.material(for: check) + whole) { $0.judged(check, models) }
    let clips = inParallel(clips) { $0.judged(check, models.model(ofTable: $0.table)) }
    show(check, (judged + clips).flatMap(\.self))
    // What is known already is seen, and kept where the rest is given up.
    fflush(nil)
  }
}

/// A passage that a check has judged, with the known verdict.
private struct Judged: Sendable {
  let reciter: String
  let known: LogisticRegression.Known
  let signs: [Double]
  let isRight: Bool
  /// The passage that was taken for the recited one, and its place.
  let text: String
  /// `AyahRange.prior` of what may be anything.
  let prior: Double

  init(
    _ check: JudgedRecording.Check, _ reciter: String, _ passage: AyahRange, _ signs: [Double], isRight: Bool,
    _ place: String
  ) {
    text = "\(passage) \(place)"
    prior = check == .stated || check == .statedLong ? 0 : passage.prior
    self.reciter = reciter
    self.signs = signs
    self.isRight = isRight
    // There are fewer wrong ones here than there would be.
    known = LogisticRegression.Known(
      signs: signs, isRight: isRight, count: isRight ? 1 : check == .stated || check == .statedLong ? 3 : 2)
  }
}

private func show(_ check: JudgedRecording.Check, _ judged: [Judged]) {
  let sure = 0.9
  func count(_ isSure: (Judged) -> Bool) -> String {
    "\(judged.count { $0.isRight && isSure($0) }) right, \(judged.count { !$0.isRight && isSure($0) }) wrong"
  }
  print("  \(check.rawValue): \(count { _ in true })")
  let all = LogisticRegression(fitting: judged.map(\.known))
  let weights = all.weights.map { decimals($0, 4) }
  print("    bias \(decimals(all.bias, 4)), weights \(weights.joined(separator: ", "))")
  var others: [String: LogisticRegression] = [:]
  for reciter in Set(judged.map(\.reciter)) {
    others[reciter] = LogisticRegression(
      fitting: judged.filter { !$0.reciter.sharesName(with: reciter) }.map(\.known))
  }
  print(
    "    sure by weights of the other reciters: \(count { others[$0.reciter]?.probability(of: $0.signs, prior: $0.prior) ?? 0 >= sure }); "
      + "by those that ship: \(count { check.shipped.probability(of: $0.signs, prior: $0.prior) >= sure })")
  let limits = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75].map { limit in
    "\(decimals(limit, 2)): \(count { check.shipped.probability(of: $0.signs, prior: $0.prior) >= limit })"
  }
  print("    by those that ship, from \(limits.joined(separator: "; "))")
  guard ProcessInfo.processInfo.environment["TILAWA_DETAIL"] == "1" else { return }
  for wrong in judged
  where !wrong.isRight && check.shipped.probability(of: wrong.signs, prior: wrong.prior) >= sure {
    print("    \(wrong.text): \(wrong.signs.map { decimals($0, 2) }.joined(separator: " "))")
  }
}

extension String {
  /// Returns true if a reciter is among those that are named here. Several are separated by `+`, and are
  /// matched by parts of their names.
  fileprivate func sharesName(with other: String) -> Bool {
    let (own, others) = (lowercased(), other.lowercased())
    return own == others || own.split(separator: "+").contains { others.contains($0) }
      || others.split(separator: "+").contains { own.contains($0) }
  }
}

/// A stretch to be judged, and its passage if it consists of whole ayat.
private struct Material: Sendable {
  let stretch: KnownStretch
  let passage: AyahRange?

  func judged(_ check: JudgedRecording.Check, _ models: ModelChoice) -> [Judged] {
    guard let features = try? stretch.withFile({ try SpeechFeatures(ofFileAt: $0) }) else { return [] }
    let recording = stretch.recording
    let heard = JudgedRecording(features, model: models.model(for: recording))
    func judged(_ passage: AyahRange, _ signs: [Double], _ isRight: Bool) -> Judged {
      Judged(
        check, recording.reciter, passage, signs, isRight: isRight,
        "in \(recording.stem) \(stretch.span.map { "at \($0.start)" } ?? "")")
    }
    let runs = stretch.span.map(recording.runs) ?? recording.passage
    // Where two surahs are heard, nothing is wrong for want of one of them.
    let surahs = Set(runs.map(\.first.surah))
    let surah = surahs.count == 1 ? surahs.first : nil
    switch check {
    case .stated, .statedLong:
      guard let passage = passage ?? (runs.count == 1 ? runs.first : nil) else { return [] }
      let seed = recording.stem.utf8.reduce(0) { ($0 * 31 + Int($1)) % 9973 }
      let counting = self.passage == nil ? .kufi : recording.counting
      let right = heard.signs(ofStated: passage, counting: counting, isLong: check == .statedLong).map {
        judged(passage, $0, true)
      }
      let others =
        check == .stated
        ? passage.othersOfItsLength(seed: seed, count: 3)
        : (0..<3).map { recording.wrongPassage($0, for: [passage]) }
      let wrong = others.compactMap { other in
        heard.signs(ofStated: other, counting: .kufi, isLong: check == .statedLong).map {
          judged(other, $0, false)
        }
      }
      return (right.map { [$0] } ?? []) + wrong
    case .found, .foundLong:
      let wrong = surah.map { heard.found(check == .foundLong, besides: $0) } ?? []
      return heard.found(check == .foundLong).map { judged($0.passage, $0.signs, runs.hold($0.passage)) }
        + wrong.map { judged($0.passage, $0.signs, false) }
    case .wholeAyat:
      let found = heard.wholeAyat().flatMap { found in
        // Part of an ayah isn't the ayah, nor is it another one.
        passage == nil && runs.hold(found.passage)
          ? nil : judged(found.passage, found.signs, runs == [found.passage])
      }
      let wrong = surah.flatMap { heard.wholeAyat(besides: $0) }.map {
        judged($0.passage, $0.signs, false)
      }
      return [found, wrong].compactMap(\.self)
    }
  }
}

extension [KnownRecording] {
  /// Returns the stretches of these recordings that a check judges. They are the same each time.
  fileprivate func material(for check: JudgedRecording.Check) -> [Material] {
    func ayat(_ lengths: [Int], every step: Int) -> [Material] {
      stride(from: 0, to: count, by: step).flatMap { place in
        lengths.compactMap { length in
          self[place].ayat(ofSeconds: length, seed: UInt64(100 * length + place)).map {
            Material(stretch: $0.stretch, passage: $0.passage)
          }
        }
      }
    }
    func pieces(_ lengths: [Int], every step: Int) -> [Material] {
      stride(from: 0, to: count, by: step).flatMap { place in
        lengths.flatMap { length in
          self[place].pieces(ofSeconds: length, count: 1, seed: UInt64(100 * length + place)).map {
            Material(stretch: $0, passage: nil)
          }
        }
      }
    }
    switch check {
    case .stated: return ayat([3, 6, 10, 15, 25], every: 3)
    case .statedLong: return pieces([35, 60], every: 2) + ayat([40, 70, 120, 300], every: 2)
    case .foundLong: return pieces([35, 60, 90], every: 3)
    case .found: return pieces([4, 6, 8, 10, 15, 30], every: 2)
    case .wholeAyat: return ayat([3, 6, 10, 15], every: 2) + pieces([4, 8, 15], every: 4)
    }
  }
}

extension KnownClip {
  /// Judges the right and the wrong passages of a clip. For cross-validation the clips are split into six
  /// groups, each of which counts as a reciter.
  fileprivate func judged(_ check: JudgedRecording.Check, _ model: AcousticModel) -> [Judged] {
    guard check != .found, check != .statedLong, check != .foundLong,
      let features = try? SpeechFeatures(ofFileAt: path)
    else { return [] }
    let heard = JudgedRecording(features, model: model)
    func judged(_ passage: AyahRange, _ signs: [Double], _ isRight: Bool) -> Judged {
      Judged(check, "clips \(place % 6)", passage, signs, isRight: isRight, "in \(path)")
    }
    if check == .stated {
      guard features.duration.seconds <= 30 else { return [] }
      let right = heard.signs(ofStated: passage, counting: .kufi).map { judged(passage, $0, true) }
      let wrong = wrongPassages.compactMap { other in
        heard.signs(ofStated: other, counting: .kufi).map { judged(other, $0, false) }
      }
      return (right.map { [$0] } ?? []) + wrong
    }
    let found = heard.wholeAyat().map { judged($0.passage, $0.signs, $0.passage == passage) }
    let wrong = heard.wholeAyat(besides: passage.first.surah).map { judged($0.passage, $0.signs, false) }
    return [found, wrong].compactMap(\.self)
  }
}
