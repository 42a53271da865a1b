import TilawaQuran

/// A passage that is followed: the place in it, and the probability that it is being recited.
struct FollowedPassage {
  let grammar: FollowedGrammar
  let beam: FollowingBeam
  /// The words in reverse order, as a comparison for the passage.
  private let reverse: FollowingBeam
  private var evidence = PassageEvidence()

  /// The probability that the passage is being recited, from 0 to 1.
  var probability: Double { evidence.probability }

  private static let atBeginning = AnywhereCosts(atAyah: 15, inside: 25)
  private static let anywhere = AnywhereCosts(atAyah: 0, inside: 10)
  private static let whenLost = AnywhereCosts(atAyah: 30, inside: 40)

  /// Creates a passage before any sound. It begins somewhere in `ayat` if given, else most likely at its
  /// beginning.
  init(_ grammar: FollowedGrammar, in ayat: AyahRange? = nil, _ model: AcousticModel, tempo: Double) {
    self.grammar = grammar
    beam = FollowingBeam(grammar.graph(model, tempo: tempo))
    reverse = Self.reverse(of: grammar, model, tempo)
    begin(in: ayat)
  }

  /// Starts anew, as before any sound.
  mutating func begin(in ayat: AyahRange? = nil) {
    let items = grammar.passage.items
    if let ayat {
      let words = beam.graph.words.indices.filter { word in
        beam.graph.words[word].item.flatMap { items[$0].ayah }.map { ayat.first <= $0 && $0 <= ayat.last }
          ?? false
      }
      beam.begin(Self.whenLost, openings: Set(words))
    } else {
      beam.begin(Self.atBeginning, openings: Set(grammar.openingItems.map { beam.graph.firstWords[$0] }))
    }
    reverse.begin(Self.anywhere, openings: [])
    evidence = PassageEvidence()
  }

  /// Continues from the place of another passage: with a model that has learnt, or with some more ayat.
  ///
  /// `shift` is the word of the other that is word 0 here. Nil if none of the other's places exists here.
  init?(
    _ grammar: FollowedGrammar, from other: FollowedPassage, shift: Int, _ model: AcousticModel, tempo: Double
  ) {
    self.grammar = grammar
    beam = FollowingBeam(grammar.graph(model, tempo: tempo))
    guard beam.goOn(from: other.beam, shift: shift) else { return nil }
    reverse = Self.reverse(of: grammar, model, tempo)
    reverse.begin(Self.anywhere, openings: [])
    evidence = other.evidence
  }

  private static func reverse(
    of grammar: FollowedGrammar, _ model: AcousticModel, _ tempo: Double
  ) -> FollowingBeam { FollowingBeam(grammar.reverseGraph(model, tempo: tempo)) }

  /// Processes the scores of a step; `isLoud` is true if a voice is heard in it.
  mutating func advance(_ scores: [Float], isLoud: Bool) {
    beam.advance(scores)
    reverse.advance(scores)
    if isLoud { evidence.add(own: beam.latest, reverse: reverse.latest) }
  }

  /// One may be anywhere in it.
  func open() {
    beam.open(Self.whenLost)
    reverse.open(Self.whenLost)
  }

  /// The ayah and the word, from 1, that a word of the graph is; nil where that is none.
  func ayah(ofWord word: Int) -> (ayah: Ayah, word: Int)? {
    let word = beam.graph.words[word]
    return word.item.flatMap { grammar.passage.items[$0].ayah }.map { ($0, word.number + 1) }
  }
}
