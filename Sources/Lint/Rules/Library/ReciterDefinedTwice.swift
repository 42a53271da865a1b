import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Two bundles say different things of one reciter.
  static let reciterDefinedTwice = Rule(
    "L802", "reciter-defined-twice", .warning,
    library: {
      var known: [String: (facts: ReciterFacts, place: KnownPlace)] = [:]
      return { bundle, report in
        // What is absent from a faulty file need not be missing.
        guard bundle.bundle.reciter?.hasErrors == false, let reciter = bundle.reciter, let id = reciter.id
        else { return }
        let facts = ReciterFacts(reciter)
        guard let other = known[id.value] else {
          known[id.value] = (facts, KnownPlace(bundle.bundle, .reciter, id))
          return
        }
        guard let difference = facts.difference(from: other.facts) else { return }
        report.add(
          "\"\(id.value)\" is described differently in \(other.place.bundle): \(difference)",
          at: bundle.place(inReciter: id), notes: [.init("first described here", at: other.place.place)])
      }
    })
}

/// The facts in which all descriptions of a reciter should agree.
private struct ReciterFacts {
  private let name: String?
  private let arabicName: String?
  private let riwayah: String?

  init(_ reciter: Reciter) {
    name = reciter.name?.value
    arabicName = reciter.arabicName?.value
    riwayah = reciter.riwayah?.value.rawValue
  }

  /// The first difference, in words.
  func difference(from first: Self) -> String? {
    differs("name", first.name, name) ?? differs("arabic_name", first.arabicName, arabicName)
      ?? differs(FileKey.riwayah, first.riwayah, riwayah)
  }

  private func differs(_ key: String, _ first: String?, _ second: String?) -> String? {
    guard first != second else { return nil }
    func said(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "absent" }
    return "\(key) is \(said(first)) there and \(said(second)) here"
  }
}
