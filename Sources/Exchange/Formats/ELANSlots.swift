import TilawaBase

/// The times of annotations that have none of their own, as ELAN proposes them.
///
/// Tiers are processed one by one, parents first. Slots of a tier without a time are distributed evenly
/// between the nearest ones of the same tier that have one. They stay within the annotation that they are a
/// part of. Annotations that refer to another one divide its stretch evenly.
struct ELANSlots {
  private(set) var times: [String: Milliseconds]
  private let places: [String: Int]
  private var spans: [String: (start: Milliseconds, end: Milliseconds)] = [:]

  /// `places` says where slots stand in the order of time.
  init(times: [String: Milliseconds], places: [String: Int]) {
    self.times = times
    self.places = places
  }

  /// Returns the stretch of an annotation, or nil if it is unknown.
  func span(of annotation: XMLNode) -> (start: Milliseconds, end: Milliseconds)? {
    annotation.attribute("ANNOTATION_ID").flatMap { spans[$0] }
  }

  mutating func align(_ tiers: [XMLNode]) {
    let byName = Dictionary(tiers.map { ($0.attribute("TIER_ID") ?? "", $0) }) { first, _ in first }
    var done: Set<String> = []
    func parents(_ tier: XMLNode) -> [XMLNode] {
      var chain = [tier]
      // A tier that is its own ancestor ends the way up.
      while let name = chain[chain.count - 1].attribute("PARENT_REF"), let parent = byName[name],
        !chain.contains(where: { $0.offset == parent.offset })
      {
        chain.append(parent)
      }
      return chain.reversed()
    }
    for tier in tiers {
      for member in parents(tier) where done.insert(member.attribute("TIER_ID") ?? "").inserted {
        align(member, in: member.attribute("PARENT_REF").flatMap { byName[$0] })
      }
    }
  }

  private mutating func align(_ tier: XMLNode, in parent: XMLNode?) {
    let annotations = tier.all("ANNOTATION")
    share(annotations.compactMap { $0.first("ALIGNABLE_ANNOTATION") }, in: parent)
    shareReferences(annotations.compactMap { $0.first("REF_ANNOTATION") })
  }

  private func place(_ slot: String) -> Int { places[slot] ?? .max }

  private mutating func share(_ annotations: [XMLNode], in parent: XMLNode?) {
    let pairs = annotations.compactMap { annotation -> (first: String, last: String, id: String)? in
      guard let first = annotation.attribute("TIME_SLOT_REF1"),
        let last = annotation.attribute("TIME_SLOT_REF2")
      else { return nil }
      return (first, last, annotation.attribute("ANNOTATION_ID") ?? "")
    }
    if pairs.contains(where: { times[$0.first] == nil || times[$0.last] == nil }) {
      let known = Set(pairs.flatMap { [$0.first, $0.last] })
      // Ends of the parents bound what is within them.
      let bounds = (parent?.all("ANNOTATION") ?? []).compactMap { $0.first("ALIGNABLE_ANNOTATION") }.flatMap {
        [$0.attribute("TIME_SLOT_REF1"), $0.attribute("TIME_SLOT_REF2")].compactMap(\.self)
      }
      let slots = known.union(bounds.filter { times[$0] != nil }).filter { places[$0] != nil }.sorted {
        place($0) < place($1)
      }
      interpolate(slots)
    }
    for pair in pairs {
      if let start = times[pair.first], let end = times[pair.last] { spans[pair.id] = (start, end) }
    }
  }

  private mutating func interpolate(_ slots: [String]) {
    var pending: [String] = []
    var last: Milliseconds?
    for slot in slots {
      guard let time = times[slot] else {
        pending.append(slot)
        continue
      }
      if let last, time >= last {
        for (index, slot) in pending.enumerated() {
          times[slot] = Self.part(index + 1, of: pending.count + 1, from: last, to: time)
        }
      }
      pending = []
      last = time
    }
  }

  /// Those that refer to one annotation share its stretch in the order of the file.
  private mutating func shareReferences(_ annotations: [XMLNode]) {
    let families = Dictionary(grouping: annotations) { $0.attribute("ANNOTATION_REF") ?? "" }
    for (owner, children) in families {
      guard let span = spans[owner] else { continue }
      for (index, child) in Self.inOrder(children).enumerated() {
        guard let id = child.attribute("ANNOTATION_ID") else { continue }
        spans[id] = (
          Self.part(index, of: children.count, from: span.start, to: span.end),
          Self.part(index + 1, of: children.count, from: span.start, to: span.end)
        )
      }
    }
  }

  /// Each behind the one that it names as the one before.
  private static func inOrder(_ children: [XMLNode]) -> [XMLNode] {
    let next = Dictionary(
      children.compactMap { child in child.attribute("PREVIOUS_ANNOTATION").map { ($0, child) } }
    ) { first, _ in first }
    var ordered = children.filter { $0.attribute("PREVIOUS_ANNOTATION") == nil }.prefix(1).map(\.self)
    while ordered.count < children.count, let id = ordered.last?.attribute("ANNOTATION_ID"),
      let child = next[id]
    {
      ordered.append(child)
    }
    return ordered.count == children.count ? ordered : children
  }

  private static func part(_ index: Int, of count: Int, from start: Milliseconds, to end: Milliseconds)
    -> Milliseconds
  {
    start + Milliseconds((end - start).count * Int64(index) / Int64(count))
  }
}
