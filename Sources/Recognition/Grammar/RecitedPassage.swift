import TilawaBase
import TilawaQuran
import TilawaSound

/// The openings before the first ayah: isti'adha or basmala.
public enum PassageOpening: String, CaseIterable, Sendable {
  /// The openings are detected in the recording.
  case auto
  /// Something precedes it: the basmalah where a surah begins with one, else isti'adha.
  case yes
  /// Nothing precedes it.
  case no
}

/// Stated ayat that aren't recognised.
struct UnheardAyat: Hashable, Sendable {
  /// Which of the stated passages they belong to, from 0.
  let part: Int
  /// One after the other.
  var ayat: AyahRange
}

/// The grammar of a stated passage: the items that are searched for in a recording, with what a person has
/// settled about them.
struct RecitedPassage {
  /// The recited items, in order.
  private(set) var items: [PassageItem] = []
  /// The items as sounds.
  private(set) var chainItems: [StateChain.Item] = []
  /// Frames that a person has called something else.
  private(set) var silent: [Range<Int>] = []
  /// Items whose beginning a person has settled, and those inside of a settled run.
  private(set) var settled: Set<Int> = []
  /// The ayat that aren't recognised, once the passage is decoded.
  private(set) var unheard: [UnheardAyat] = []
  /// The part of the passage that is recognised, by words.
  private(set) var share = 1.0
  private(set) var spans: [Range<Int>] = []
  /// Which of the items it was made from each item is.
  private(set) var origins: [Int] = []
  /// The approximate places of other sounds before the first item.
  private(set) var othersBefore: [Range<Int>] = []
  /// Where something else is looked for besides the items that say so.
  var others: StateChain.Others {
    let isLookedFor = isInParts || !othersBefore.isEmpty || chainItems.contains(where: \.mayPrecedeOther)
    return isLookedFor ? .before(othersBefore) : .none
  }
  /// The approximate places of all other sounds.
  var heardOthers: [Range<Int>] { othersBefore + chainItems.flatMap { $0.others.values.joined() } }
  /// True if the passage is in several parts.
  let isInParts: Bool

  init(_ passage: [AyahRange], _ counting: CountingSystem, opening: PassageOpening, anchors: [Anchor]) {
    isInParts = passage.count > 1
    for (number, piece) in passage.enumerated() {
      // Isti'adha is said aloud once, if at all.
      let all = PassageItem.items(of: [piece], counting: counting)
      let firstAyah = all.firstIndex { !$0.isOptional }
      for (index, item) in all.enumerated() {
        let isOpening = number == 0 && index < firstAyah ?? 0
        if number > 0, item.kind == .istiadhah || item.kind == .basmalah { continue }
        if isOpening, opening == .no { continue }
        add(
          item, counting, part: number,
          isOptional: item.isOptional && !(isOpening && opening == .yes && index + 1 == firstAyah))
      }
      if let last = chainItems.indices.last {
        chainItems[last].mayPrecedeOther = true
        chainItems[last].endsPart = true
      }
    }
    for anchor in anchors { pin(anchor) }
    for index in chainItems.indices where !hasRoom(at: index) { chainItems[index].end = nil }
  }

  private mutating func add(
    _ item: PassageItem, _ counting: CountingSystem, part: Int, isOptional: Bool
  ) {
    let words =
      switch item.kind {
      case .istiadhah: AyahSounds.istiadhah
      case .basmalah: AyahSounds.basmalah
      case .ayah(let ayah): AyahSounds.words(of: ayah, in: counting) ?? []
      }
    if let last = chainItems.indices.last {
      let opensSurah =
        item.ayah.map { $0.number == 0 || $0.number == 1 && items[last].ayah?.number != 0 } ?? false
      if items[last].kind == .istiadhah || opensSurah && items[last].kind != .basmalah {
        chainItems[last].mayPrecedeOther = true
        chainItems[last].endsPart = true
      }
    }
    items.append(item)
    chainItems.append(StateChain.Item(words: words, isOptional: isOptional, part: part))
  }

  /// One recitation of an item.
  struct Entry {
    /// Which of the items of the passage it is.
    var origin: Int
    var item: StateChain.Item
    var span: Range<Int>

    init(_ origin: Int, _ item: StateChain.Item, _ span: Range<Int> = 0..<0) {
      self.origin = origin
      self.item = item
      self.span = span
    }
  }

  /// Returns the passage as it was recognised: these items, one after the other. All other stated items are
  /// not recognised.
  func entered(_ entries: [Entry], share: Double, othersBefore: [Range<Int>]) -> RecitedPassage {
    var result = self
    result.items = entries.map { items[$0.origin] }
    result.chainItems = entries.map(\.item)
    result.spans = entries.map(\.span)
    result.origins = entries.map(\.origin)
    result.settled = Set(entries.indices.filter { settled.contains(entries[$0].origin) })
    let heard = Set(result.origins)
    result.unheard = ranges(
      of: items.indices.filter { index in
        items[index].ayah.map { $0.number > 0 } ?? false && !heard.contains(index)
      })
    result.share = share
    result.othersBefore = othersBefore
    return result
  }

  /// Returns the passage with only some words of an item, by their places among its present words.
  func hearing(_ places: Range<Int>, of index: Int) -> RecitedPassage {
    let item = chainItems[index]
    guard places != item.words.indices else { return self }
    var result = self
    result.chainItems[index].words = Array(item.words[places])
    result.chainItems[index].numbers = places.map { item.numbers?[$0] ?? $0 }
    result.chainItems[index].others = item.others[item.words.count - 1].map { [places.count - 1: $0] } ?? [:]
    return result
  }

  /// Each item no farther than `slack` frames from where it was decoded, in a recording of `count`.
  func staying(within slack: Int, of count: Int) -> RecitedPassage {
    var result = self
    for (index, span) in spans.enumerated() {
      // What follows the last one may last to the end.
      let end = index + 1 < spans.count ? spans[index + 1].lowerBound + slack : count
      let start = max(0, span.lowerBound - slack)
      result.chainItems[index].within = start..<max(start, min(end, count))
    }
    return result
  }

  /// The runs of ayat that some items are.
  private func ranges(of places: [Int]) -> [UnheardAyat] {
    var result: [UnheardAyat] = []
    var before: Int?
    for place in places {
      guard let ayah = items[place].ayah else { continue }
      let part = chainItems[place].part
      if let last = result.last, before == place - 1, last.part == part {
        result[result.count - 1].ayat.last = ayah
      } else {
        result.append(UnheardAyat(part: part, ayat: AyahRange(ayah)))
      }
      before = place
    }
    return result
  }

  /// Returns true if the end of an item can be pinned: there must be time for its sounds, and for something
  /// else before the next item.
  ///
  /// An end that isn't pinned is still settled; only the search need not pass through it.
  private func hasRoom(at index: Int) -> Bool {
    let item = chainItems[index]
    guard let end = item.end else { return true }
    if index + 1 < chainItems.count, let next = chainItems[index + 1].start,
      next - end < Durations.shortestFiller
    {
      return false
    }
    guard let start = item.start else { return true }
    let sounds = item.words.reduce(0) { $0 + $1.sounds.count }
    return end - start >= Durations.fewestFramesPerSound * sounds
  }

  private mutating func pin(_ anchor: Anchor) {
    let start = SpeechFeatures.frame(nearest: anchor.start)
    let end = anchor.end.map(SpeechFeatures.frame(nearest:))
    let next = settled.max().map { $0 + 1 } ?? 0
    guard let ayah = anchor.ayah, let range = items.range(of: ayah, from: next) else {
      if anchor.isSkip || anchor.ayah != nil {
        // A settled marker without an end applies at least for a moment.
        silent.append(start..<max(start, end ?? start + SpeechFeatures.framesPerSecond / 2))
      }
      return
    }
    for index in range {
      settled.insert(index)
      chainItems[index].isOptional = false
    }
    chainItems[range.lowerBound].start = start
    if let end, end > start { chainItems[range.upperBound - 1].end = end }
  }
}
