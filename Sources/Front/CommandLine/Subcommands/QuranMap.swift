import ArgumentParser
import TilawaBase
import TilawaQuran

/// `tilawa quran map 2:1 --from warsh --to hafs`.
struct QuranMap: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Map ayah numbers from one count to another.",
    discussion: """
      Prints each ayah with the ayat of the other count that share words with it, and their relation: same (number \
      and extent), renumbered (same extent), merged (only part of one ayah there), split (exactly several), overlap \
      (several, and an outer one reaches further), unnumbered (the basmalah of surah 1, which only one of the counts \
      numbers).

      The id of a riwayah stands for the count of its printed mushafs. Counting systems are \
      \(CountingSystem.allCases.map(\.rawValue).joined(separator: ", ")).

        tilawa quran map 2:1 --from warsh --to hafs
      """)

  @Argument(help: "Passages in the numbers of --from.") var passages: [String] = []

  @Option(
    help: "Riwayah or counting system of the given numbers.", completion: .list(Numbering.names))
  var from: String

  @Option(help: "Riwayah or counting system to map them to.", completion: .list(Numbering.names))
  var to: String

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let from = try Numbering(self.from)
    let to = try Numbering(self.to)
    var outcome = Outcome.done
    var mappings: [Mapping] = []
    var errors: [PassageFault] = []
    for (query, result) in PassageArguments.read(passages, counting: from.counting) {
      switch result {
      case .success(let range):
        for ayah in from.counting.ayat(in: range) {
          guard let mapping = AyahMap.map(ayah, from: from.counting, to: to.counting) else { continue }
          mappings.append((ayah, mapping))
        }
      case .failure(let error):
        terminal.complain("tilawa: \(error.message)")
        errors.append((query, error.message))
        outcome = .failed
      }
    }
    if json {
      terminal.write(Self.shape.document(of: (from, to, mappings, errors)))
    } else {
      for (ayah, mapping) in mappings {
        terminal.print("\(ayah) in \(from.id) is \(mapping.range) in \(to.id) (\(mapping.relation))")
      }
    }
    return outcome
  }

  typealias Mapping = (ayah: Ayah, mapping: AyahMapping)

  static let shape = OutputShape<
    (from: Numbering, to: Numbering, mappings: [Mapping], errors: [PassageFault])
  >(
    "quran-map",
    [
      .key("from", Numbering.form, { $0.from }, "The count that ayat are mapped from."),
      .key("to", Numbering.form, { $0.to }, "The count that ayat are mapped to."),
      .key("mappings", .list(of: .object(mappingKeys)), { $0.mappings }, "Each ayah in the other count."),
      .passageFaults { $0.errors },
    ])

  private static let mappingKeys: [JSONKey<Mapping>] = [
    .key(.ayah, { $0.ayah.description }),
    .key(
      "maps_to", .ayat, { $0.mapping.range.description },
      "The ayat of the other count that share words with it."),
    .key("first", .ayat, { $0.mapping.first.description }, "The first ayah."),
    .key("last", .ayat, { $0.mapping.last.description }, "The last ayah."),
    .key("relation", .word, { $0.mapping.relation }, "Relation of the two."),
  ]
}
