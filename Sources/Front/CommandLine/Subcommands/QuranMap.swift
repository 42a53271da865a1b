import ArgumentParser
import TilawaBase
import TilawaQuran

/// `tilawa quran map 2:1 --from warsh --to hafs`.
struct QuranMap: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Map ayah numbers from one count to another.",
    discussion: """
      Each ayah is printed with the ayat of the other count that share words with it, and how they relate: same (number \
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
    var mappings: [(ayah: Ayah, mapping: AyahMapping)] = []
    var errors: [JSONValue] = []
    for (query, result) in PassageArguments.read(passages, counting: from.counting) {
      switch result {
      case .success(let range):
        for ayah in from.counting.ayat(in: range) {
          guard let mapping = AyahMap.map(ayah, from: from.counting, to: to.counting) else { continue }
          mappings.append((ayah, mapping))
        }
      case .failure(let error):
        terminal.complain("tilawa: \(error.message)")
        errors.append(["query": .string(query), "message": .string(error.message)])
        outcome = .failed
      }
    }
    if json {
      let document: JSONValue = [
        "version": 1, "from": from.json, "to": to.json,
        "mappings": JSONValue(mappings) { ayah, mapping in
          [
            "ayah": .string(ayah.description),
            "maps_to": .string(mapping.range.description),
            "first": .string(mapping.first.description),
            "last": .string(mapping.last.description),
            "relation": .string(mapping.relation.rawValue),
          ]
        },
        "errors": .array(errors),
      ]
      terminal.write(document.documentText)
    } else {
      for (ayah, mapping) in mappings {
        terminal.print("\(ayah) in \(from.id) is \(mapping.range) in \(to.id) (\(mapping.relation))")
      }
    }
    return outcome
  }
}
