import TilawaBase
package import TilawaLibrary
package import TilawaQuran

extension Libraries {
  /// Of all of them, the more trusted first.
  private var sources: [LibrarySource] {
    members.flatMap { ($0 as? LibraryFolder)?.sources ?? ($0 as? PublishedLibrary)?.sources ?? [] }
  }

  /// The ids of their reciters who have sources, each once, in the order of preference.
  package var reciters: [String] {
    var seen: Set<String> = []
    return sources.map(\.reciter).filter { seen.insert($0).inserted }
  }

  /// Which files hold `ayat`, counted as the session does: of the first reciter of its list whose sources can have
  /// them.
  package func filesToFetch(for ayat: [Ayah], in session: Session) -> SourcePlan {
    let wanted = WantedAyat(ayat, counting: session.counting)
    var candidates: [Ayah: [SourceFile]] = [:]
    var here: [Ayah: SourceFile] = [:]
    let served = sources.filter { $0.riwayah == session.riwayah }
    // One requested reciter after the other, each with all sources in their order.
    for reciter in session.reciters {
      var own: [Ayah: [SourceFile]] = [:]
      for source in served where source.reciter == reciter {
        for match in wanted.mapped(in: source.counting) {
          guard let file = source.file(of: match)?.file else { continue }
          if file.isHere {
            if here[match.ayah] == nil { here[match.ayah] = file }
          } else if file.address != nil, own[match.ayah]?.first.map({ $0.rule == file.rule }) ?? true {
            own[match.ayah, default: []].append(file)
          }
        }
      }
      candidates.merge(own) { first, _ in first }
    }
    var needed: [SourceFile: Int] = [:]
    var needs: [(ayat: [Ayah], files: [SourceFile])] = []
    var without: [Ayah] = []
    for ayah in wanted.ayat where here[ayah] == nil {
      guard let files = candidates[ayah], let first = files.first else {
        without.append(ayah)
        continue
      }
      // A file of a surah is fetched once.
      if let index = needed[first] {
        needs[index].ayat.append(ayah)
      } else {
        needed[first] = needs.count
        needs.append(([ayah], files))
      }
    }
    return SourcePlan(
      needs: needs.map { SourceNeed(runs: Coverage.runs(of: $0.ayat, session.counting), files: $0.files) },
      here: Set(here.values).count, without: Coverage.runs(of: without, session.counting))
  }
}
