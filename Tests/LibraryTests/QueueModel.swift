import TilawaBase
import TilawaFormat
import TilawaQuran

@testable import TilawaLibrary

/// A model of a queue that writes down all of its items in loops. It is slow, and short enough to be read
/// beside `spec/companions/playback.md`.
///
/// Stops after `cap` items, because some queues never end.
struct QueueModel {
  private let settings: QueueSettings
  private let sources: QueueSources
  private let cap: Int
  private(set) var items: [QueueItem] = []
  /// The silence that the last item asks for behind it.
  private var pause = Milliseconds.zero
  private struct Enough: Error {}

  private static let quran = (0..<CountingSystem.kufi.total).compactMap(CountingSystem.kufi.ayah(at:))
  /// The page of each ayah.
  private static let pages = quran.map { Division.page.number(of: $0) ?? 0 }

  init(_ settings: QueueSettings, _ sources: QueueSources, cap: Int) {
    self.settings = settings
    self.sources = sources
    self.cap = cap
    do { try playAll() } catch {}
  }

  private mutating func playAll() throws {
    let quran = Self.quran
    let passage: [Ayah]
    switch settings.passage {
    case .ayat(let range):
      // Ayah 0 is heard only where it is asked for by name.
      passage =
        (range.first.number == 0 ? [range.first] : [])
        + quran.filter { $0 >= range.first && $0 <= range.last }
        + (range.last.number == 0 && !range.isSingle ? [range.last] : [])
    case .pages(let pages):
      passage = zip(quran, Self.pages).filter { (pages.first...pages.last).contains($0.1) }.map(\.0)
    case .several, nil: return
    }
    let earlier = quran.filter { $0 < passage[0] }
    let later = quran.filter { $0 > passage[passage.count - 1] }
    let before = Array(earlier.suffix(settings.connectBefore))
    let after = Array(later.prefix(settings.connectAfter))
    var following: [Ayah] = []
    switch settings.afterLast {
    case .stop: break
    case .ayat(let count): following = Array(later.prefix(count))
    case .pages(let count):
      var pages: [Int] = []
      for (ayah, page) in zip(later, Self.pages.suffix(later.count)) {
        if !pages.contains(page) { pages.append(page) }
        if pages.count > count { break }
        following.append(ayah)
      }
    }

    if let learning = settings.memorisation {
      let units = stretches(of: passage)
      if learning.isCumulative {
        for (index, unit) in units.enumerated() {
          try play(unit, .each, each: .times(learning.each))
          if index == 0 || index == units.count - 1 { continue }
          for time in 1...learning.windowRepeats {
            try play(
              units[...index].flatMap { $0 }, .window, round: .init(time, of: learning.windowRepeats),
              window: .init(index, of: units.count - 2))
          }
        }
      } else {
        try play(passage, .each, each: .times(learning.each))
      }
      if !learning.isCumulative, units.count > learning.window {
        let count = units.count - learning.window + 1
        for start in 0..<count {
          let window = units[start..<start + learning.window].flatMap { $0 }
          for time in 1...learning.windowRepeats {
            try play(
              window, .window, round: .init(time, of: learning.windowRepeats),
              window: .init(start + 1, of: count))
          }
        }
      }
    }
    let each = settings.memorisation == nil ? settings.ayahRepeats : .times(1)
    var time = 1
    while true {
      let isLast = settings.rangeRepeats == .times(time)
      let round = QueueItem.Count(time, of: settings.rangeRepeats.count)
      try play(before, .before, round: round, endsSet: false)
      let leadsOut = !(after.isEmpty || isLast && !following.isEmpty)
      try play(passage, .range, each: each, round: round, endsSet: !leadsOut)
      if leadsOut { try play(after, .after, round: round) }
      if isLast { break }
      time += 1
    }
    try play(following, .continuation)
  }

  /// Returns the runs of ayat. Consecutive ayat that one stretch contains undivided belong together.
  private func stretches(of ayat: [Ayah]) -> [[Ayah]] {
    var result: [[Ayah]] = []
    for ayah in ayat {
      let sound = sources.sounds[ayah]
      if let last = result.last?.last, sound?.isShared == true, sources.sounds[last] == sound {
        result[result.count - 1].append(ayah)
      } else {
        result.append([ayah])
      }
    }
    return result
  }

  private mutating func play(
    _ ayat: [Ayah], _ part: QueueItem.Part, each: Repeats = .times(1),
    round: QueueItem.Count = .init(1, of: 1), window: QueueItem.Count? = nil, endsSet: Bool = true
  ) throws {
    defer { if endsSet { pause = max(pause, settings.setPause) } }
    for (index, unit) in stretches(of: ayat).enumerated() {
      let range = AyahRange(unit[0], unit[unit.count - 1])
      guard let sound = sources.sounds[unit[0]] else {
        try add(part, range, nil, .init(1, of: 1), round, window)
        pause = part == .each ? settings.setPause : .zero
        continue
      }
      let opens = unit[0].number == 1 && ![1, 9].contains(unit[0].surah)
      // A window is a part of the passage: what stood before its first ayah there still counts.
      let previous =
        index > 0
        ? ayat[(ayat.firstIndex(of: unit[0]) ?? 1) - 1]
        : (part == .window || part == .each) && isAsked(Ayah(unit[0].surah, 0)) ? Ayah(unit[0].surah, 0) : nil
      if settings.hasBasmalah, opens, previous?.number != 0 || previous?.surah != unit[0].surah,
        let basmalah = sources.basmalahs[unit[0].surah],
        !(basmalah.file == sound.file && basmalah.span == sound.span)
      {
        try add(
          part, AyahRange(Ayah(unit[0].surah, 0)), basmalah, .init(1, of: 1), round, window, isBasmalah: true)
        pause = .zero
      }
      var time = 1
      while each == .infinite || time <= (each.count ?? 1) {
        try add(part, range, sound, .init(time, of: each.count), round, window)
        let heard = items.last.map { Double($0.length.count) } ?? 0
        pause = Milliseconds(
          Int64((heard * Double(settings.ayahPause.thousandths) / 1000 + 1e-6).rounded()))
        time += 1
      }
      if part == .each || each != .times(1) { pause = max(pause, settings.setPause) }
    }
  }

  private func isAsked(_ ayah: Ayah) -> Bool {
    guard case .ayat(let range) = settings.passage else { return false }
    return range.first == ayah
  }

  private mutating func add(
    _ part: QueueItem.Part, _ ayat: AyahRange, _ sound: QueueSound?, _ repetition: QueueItem.Count,
    _ round: QueueItem.Count, _ window: QueueItem.Count?, isBasmalah: Bool = false
  ) throws {
    if items.count == cap { throw Enough() }
    let gap = items.isEmpty ? 0 : max(settings.gap, pause).count
    let start = Milliseconds((items.last?.end.count ?? 0) + gap)
    let length =
      sound.map { max(1, Int64((Double($0.span.length.count) / settings.speed.factor + 1e-9).rounded())) }
      ?? max(500, settings.gap.count)
    items.append(
      QueueItem(
        part: part, ayat: ayat, isBasmalah: isBasmalah, sound: sound, start: start,
        length: Milliseconds(length), gap: Milliseconds(gap), repetition: repetition, round: round,
        window: window))
  }
}
