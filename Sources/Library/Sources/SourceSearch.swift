import TilawaBase
import TilawaFormat
import TilawaQuran

extension LibrarySource {
  /// Adds the files that may contain requested ayat to `collector`.
  package func run(
    for wanted: WantedAyat, in session: Session, explaining: Bool, into collector: inout some HearingCollector
  ) {
    let mapped = wanted.mapped(in: counting)
    guard let riwayah else { return refuse(mapped, .noRiwayah, &collector) }
    guard riwayah == session.riwayah else {
      // Reported only in explanations: most libraries have sources in several riwayat.
      if explaining { refuse(mapped, .otherRiwayah(riwayah), &collector) }
      return
    }
    guard let preference = session.preference(for: reciter) else {
      if explaining { refuse(mapped, .otherReciter(reciter), &collector) }
      return
    }
    for match in mapped {
      guard let (file, isShared) = file(of: match) else {
        collector.refuse(match.ayah, .inexact(counting), place)
        continue
      }
      let isHere = file.isThere
      if isHere, file.leadsOut {
        collector.refuse(match.ayah, .linkOutside, place)
        continue
      }
      guard isHere || file.address != nil else { continue }
      guard isHere || session.allowsRemote else {
        collector.refuse(match.ayah, .notFetched(reciter), place)
        continue
      }
      collector.enter(
        Hearing(
          ayah: match.ayah, held: match.range, counting: counting, bundlePath: file.folder,
          bundle: shownFolder, recorded: RecordedAudio(folder: file.folder, file: file.name),
          hasAddress: false, span: TimeSpan(length: .zero), reciter: reciter,
          reciterName: nil,
          riwayah: riwayah,
          isVerified: false, priority: 0,
          confidence: nil, isShared: isShared, date: nil, rows: [place], source: file,
          availability: isHere ? .available : .remote, published: nil, preference: preference,
          isFilling: session.isFilling(preference), rowIndex: order))
    }
  }

  private func refuse(
    _ mapped: [WantedAyat.Mapped], _ refusal: Refusal, _ collector: inout some HearingCollector
  ) {
    for match in mapped { collector.refuse(match.ayah, refusal, place) }
  }
}
