import TilawaFormat
import TilawaQuran

/// An ayah where it is played, or a run of ayat that share one stretch.
struct QueueStep: Hashable, Sendable {
  let ayat: AyahRange
  let part: QueueItem.Part
  /// Nil when it is missing.
  let sound: QueueSound?
  /// The basmalah that is heard before it, once.
  let basmalah: QueueSound?

  /// True if the repeats of ayat apply to it. Ayat that lead into a passage or out of it are heard once.
  var repeats: Bool { part == .range }
}

/// Some steps in a row, heard as often as it says.
struct QueueStage: Hashable, Sendable {
  /// Never empty.
  let steps: Range<Int>
  let rounds: Repeats
  let ayahRepeats: Repeats
  /// For counting: rounds of the same steps in the stages before.
  var roundsBefore = 0
  /// For counting: the rounds of these stages together.
  let allRounds: Repeats
  /// Of a stage that isn't the passage as a whole.
  var part: QueueItem.Part?
  var window: QueueItem.Count?

  init(
    _ steps: Range<Int>, rounds: Repeats = .times(1), ayahRepeats: Repeats = .times(1),
    of allRounds: Repeats? = nil
  ) {
    self.steps = steps
    self.rounds = rounds
    self.ayahRepeats = ayahRepeats
    self.allRounds = allRounds ?? rounds
  }

  func part(of step: QueueStep) -> QueueItem.Part { part ?? step.part }
}

/// The steps and stages of a queue, ordered by its settings.
struct QueuePlan {
  private(set) var steps: [QueueStep] = []
  private(set) var stages: [QueueStage] = []
  private(set) var surahsWithoutBasmalah: [Int] = []

  init(_ settings: QueueSettings, _ sources: QueueSources) {
    let ayat = sources.ayat
    let before = add(ayat.before, .before, settings, sources)
    let range = add(ayat.range, .range, settings, sources)
    let after = add(ayat.after, .after, settings, sources)
    let continuation = add(ayat.continuation, .continuation, settings, sources)
    if let memorisation = settings.memorisation { addLearning(of: range, memorisation) }

    let ayahRepeats = settings.memorisation == nil ? settings.ayahRepeats : .times(1)
    let repeats = settings.rangeRepeats
    func stage(_ steps: Range<Int>, _ rounds: Repeats) -> QueueStage {
      QueueStage(steps, rounds: rounds, ayahRepeats: ayahRepeats, of: repeats)
    }
    let whole = before.lowerBound..<after.upperBound
    if let count = repeats.count, !continuation.isEmpty, !after.isEmpty {
      // What follows the last repeat leads out of it: the same ayat aren't heard twice in a row.
      if count > 1 { stages.append(stage(whole, .times(count - 1))) }
      var last = stage(before.lowerBound..<range.upperBound, .times(1))
      last.roundsBefore = count - 1
      stages.append(last)
    } else {
      stages.append(stage(whole, repeats))
    }
    if !continuation.isEmpty, repeats != .infinite { stages.append(QueueStage(continuation)) }
    stages.removeAll { $0.steps.isEmpty }
  }

  private mutating func addLearning(of range: Range<Int>, _ memorisation: Memorisation) {
    func addEach(_ steps: Range<Int>) {
      var each = QueueStage(steps, ayahRepeats: .times(memorisation.each))
      each.part = .each
      stages.append(each)
    }
    func addWindow(_ steps: Range<Int>, _ number: Int, of count: Int) {
      var window = QueueStage(steps, rounds: .times(memorisation.windowRepeats))
      window.part = .window
      window.window = .init(number, of: count)
      stages.append(window)
    }
    // A window as long as the passage would be the passage.
    guard !memorisation.isCumulative else {
      for (index, step) in range.enumerated() {
        addEach(step..<step + 1)
        if index > 0, index < range.count - 1 {
          addWindow(range.lowerBound..<step + 1, index, of: range.count - 2)
        }
      }
      return
    }
    addEach(range)
    let count = range.count - memorisation.window + 1
    guard count > 1 else { return }
    for index in 0..<count {
      let start = range.lowerBound + index
      addWindow(start..<start + memorisation.window, index + 1, of: count)
    }
  }

  /// Ayat in a row that one stretch holds undivided are one step.
  private mutating func add(
    _ ayat: [Ayah], _ part: QueueItem.Part, _ settings: QueueSettings, _ sources: QueueSources
  ) -> Range<Int> {
    let start = steps.count
    for ayah in ayat {
      let sound = sources.sounds[ayah]
      if let last = steps.last, steps.count > start, let sound, sound.isShared, last.sound == sound {
        steps[steps.count - 1] = QueueStep(
          ayat: AyahRange(last.ayat.first, ayah), part: part, sound: sound, basmalah: last.basmalah)
        continue
      }
      var basmalah: QueueSound?
      if settings.hasBasmalah, let sound,
        opensSurah(ayah, after: steps.count > start ? steps.last : nil, settings)
      {
        basmalah = sources.basmalahs[ayah.surah]
        if basmalah == nil, !surahsWithoutBasmalah.contains(ayah.surah) {
          surahsWithoutBasmalah.append(ayah.surah)
        }
        // The row may hold both.
        if basmalah?.isSameStretch(as: sound) ?? false { basmalah = nil }
      }
      steps.append(QueueStep(ayat: AyahRange(ayah), part: part, sound: sound, basmalah: basmalah))
    }
    return start..<steps.count
  }

  /// Returns true if a basmalah is due before an ayah. It isn't if the passage itself begins with ayah 0.
  private func opensSurah(_ ayah: Ayah, after last: QueueStep?, _ settings: QueueSettings) -> Bool {
    ayah.number == 1 && settings.counting.contains(Ayah(ayah.surah, 0))
      && last?.ayat.last != Ayah(ayah.surah, 0)
  }
}
