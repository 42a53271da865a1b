import Audio
import QuranIndex
import Timing

/// Whether isti'adha or basmala precede the first ayah.
public enum PassageOpening: String, CaseIterable, Sendable {
  /// The recording tells.
  case auto
  /// Something does: the basmalah where a surah begins with one, else isti'adha.
  case yes
  /// Nothing does.
  case no
}

/// The items of a passage as they are looked for in a recording, with what a person has settled about them.
struct RecitedPassage {
  /// What is recited, in order.
  private(set) var items: [PassageItem] = []
  /// The same as sounds.
  private(set) var chainItems: [StateChain.Item] = []
  /// Frames that a person has called something else.
  private(set) var silent: [Range<Int>] = []
  /// Items whose beginning a person has settled, and those inside of a settled run.
  private(set) var settled: Set<Int> = []
  /// Ayat that aren't heard, and about where the others are, once the course is known.
  private(set) var unheard: [AyahRange] = []
  /// The part of the passage that is heard, by words.
  private(set) var share = 1.0
  private(set) var spans: [Range<Int>] = []
  /// Which of the items it was made from each item is.
  private(set) var origins: [Int] = []
  /// About where something else is heard before the first item.
  private var othersBefore: [Range<Int>] = []
  /// Where something else is looked for besides the items that say so.
  var others: StateChain.Others {
    let isLookedFor = isInParts || !othersBefore.isEmpty || chainItems.contains(where: \.mayPrecedeOther)
    return isLookedFor ? .before(othersBefore) : .none
  }
  /// Whether the passage is in several parts.
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
          item, counting,
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

  private mutating func add(_ item: PassageItem, _ counting: CountingSystem, isOptional: Bool) {
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
    chainItems.append(StateChain.Item(words: words, isOptional: isOptional))
  }

  /// The passage once it is decided what is heard of what may be left out.
  func keeping(_ heard: Set<Int>) -> RecitedPassage {
    var result = self
    result.items = []
    result.chainItems = []
    result.settled = []
    result.spans = []
    result.origins = []
    for (index, item) in chainItems.enumerated() where !item.isOptional || heard.contains(index) {
      var item = item
      item.isOptional = false
      result.add(index, of: self, item, 0..<0)
    }
    return result
  }

  /// What is heard by a course through this passage. What may be left out stays so.
  func following(_ course: Hypothesis) -> RecitedPassage {
    var result = self
    result.items = []
    result.chainItems = []
    result.settled = []
    result.spans = []
    result.origins = []
    let heard = Set(course.pieces.map(\.item))
    result.unheard = ranges(
      of: items.indices.filter { index in
        items[index].ayah.map { $0.number > 0 } ?? false && !heard.contains(index)
      })
    let all = chainItems.reduce(0) { $0 + ($1.isOptional ? 0 : $1.words.count) }
    let said = Set(
      course.pieces.filter { !chainItems[$0.item].isOptional }.flatMap { piece in
        piece.words.map { [piece.item, $0] }
      })
    result.share = Double(said.count) / Double(max(1, all))
    var next = 0
    for piece in course.pieces {
      let start = piece.frames.lowerBound
      if next <= piece.item, chainItems[next..<piece.item].allSatisfy(\.isOptional) {
        for index in next..<piece.item { result.add(index, of: self, chainItems[index], start..<start) }
      }
      var item = chainItems[piece.item]
      let words = item.words
      if piece.words != Array(words.indices) {
        item.numbers = piece.words
        item.words = piece.words.map { words[$0] }
        for (place, (number, following)) in zip(piece.words, piece.words.dropFirst()).enumerated()
        where following != number + 1 {
          item.words[place].hasPauseMark = true
        }
      }
      item.others = piece.others
      item.mayPrecedeOther =
        piece.others[piece.words.count - 1] != nil || item.mayPrecedeOther && isInParts
      result.add(piece.item, of: self, item, piece.frames)
      next = piece.item + 1
    }
    result.othersBefore = course.othersBefore
    return result
  }

  /// This passage as a course has it, with items put back that the course left out.
  func restoring(_ restorations: [Restoration], in course: RecitedPassage) -> RecitedPassage {
    var result = course
    result.items = []
    result.chainItems = []
    result.settled = []
    result.spans = []
    result.origins = []
    var spans = course.spans
    var chain = course.chainItems
    for restoration in restorations {
      for (place, span) in zip(restoration.neighbours, restoration.neighbourSpans) {
        spans[place] = span
        chain[place] = whole(course.origins[place], as: chain[place])
      }
    }
    for place in 0...course.items.count {
      if let restoration = restorations.first(where: { $0.place == place }) {
        for (index, span) in zip(restoration.missing, restoration.spans) {
          result.add(index, of: self, chainItems[index], span)
        }
      }
      if place < course.items.count {
        result.add(course.origins[place], of: self, chain[place], spans[place])
      }
    }
    let heard = Set(result.origins)
    result.unheard = ranges(
      of: items.indices.filter { index in
        items[index].ayah.map { $0.number > 0 } ?? false && !heard.contains(index)
      })
    return result
  }

  /// An item as a course has it, but with all its words, unless some of them come again.
  func whole(_ index: Int, as part: StateChain.Item) -> StateChain.Item {
    guard let numbers = part.numbers, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 + 1 == $1 }) else {
      return part
    }
    var item = chainItems[index]
    item.mayPrecedeOther = part.mayPrecedeOther
    item.others = part.others[numbers.count - 1].map { [item.words.count - 1: $0] } ?? [:]
    return item
  }

  /// The runs of ayat that some items are.
  private func ranges(of places: [Int]) -> [AyahRange] {
    var result: [AyahRange] = []
    var before: Int?
    for place in places {
      guard let ayah = items[place].ayah else { continue }
      if let last = result.last, before == place - 1 {
        result[result.count - 1] = AyahRange(last.first, ayah)
      } else {
        result.append(AyahRange(ayah, ayah))
      }
      before = place
    }
    return result
  }

  private mutating func add(
    _ index: Int, of all: RecitedPassage, _ item: StateChain.Item, _ span: Range<Int>
  ) {
    if all.settled.contains(index) { settled.insert(items.count) }
    items.append(all.items[index])
    chainItems.append(item)
    spans.append(span)
    origins.append(index)
  }

  /// Whether the end of an item can be pinned: there must be time for its sounds, and before the next for something else.
  ///
  /// An end that isn't is still settled; only the search need not come by it.
  private func hasRoom(at index: Int) -> Bool {
    let item = chainItems[index]
    guard let end = item.end else { return true }
    if index + 1 < chainItems.count, let next = chainItems[index + 1].start,
      next - end < SegmentalViterbi.shortestOther
    {
      return false
    }
    guard let start = item.start else { return true }
    let sounds = item.words.reduce(0) { $0 + $1.sounds.count }
    return end - start >= Self.leastFramesPerSound * sounds
  }

  private static let leastFramesPerSound = 3

  private mutating func pin(_ anchor: Anchor) {
    let start = SpeechFeatures.frame(nearest: anchor.start)
    let end = anchor.end.map(SpeechFeatures.frame(nearest:))
    let next = (settled.max() ?? -1) + 1
    guard let ayah = anchor.ayah, let range = items.range(of: ayah, from: next) else {
      if anchor.isSkip || anchor.ayah != nil {
        // A settled marker without an end holds at least for a moment.
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
