import TilawaBase
import TilawaFormat
import TilawaQuran

/// An ayah of a recording, for formats that list each ayah once.
struct SetAyah {
  var ayah: Ayah
  var start: Milliseconds
  var end: Milliseconds
  /// In the order of time.
  var words: [WordTiming] = []
}

extension AnnotatedRecording {
  /// The ayat in the order of the mushaf, each where it is heard first, by the Kufi count. Rows of several ayat are
  /// parted at their joins. Ayah 0 isn't among them. Words that no row holds, and ayat that the Kufi count parts in
  /// another way, are counted as lost.
  func setAyat(_ losses: inout Losses) -> [SetAyah] {
    var found: [Ayah: SetAyah] = [:]
    var again: Set<Ayah> = []
    for row in segmentsInTime.map(\.row) {
      guard let range = row.ayah else { continue }
      let ayat = counting.ayat(in: range).filter { $0.number > 0 }
      for (ayah, start, end) in row.parts(ayat) ?? [] {
        if found[ayah] == nil {
          found[ayah] = SetAyah(ayah: ayah, start: start, end: end)
        } else {
          again.insert(ayah)
        }
      }
    }
    var homeless = 0
    for word in words.map(\.row) {
      guard let home = found[word.ayah],
        !again.contains(word.ayah) || (home.start..<home.end).contains(word.start)
      else {
        homeless += 1
        continue
      }
      found[word.ayah]?.words.append(word)
    }
    losses.add(.words, homeless)
    var ayat: [SetAyah] = []
    for var entry in found.values {
      guard let number = AyahMap.map(entry.ayah, from: counting, to: .kufi),
        number.relation == .same || number.relation == .renumbered
      else {
        losses.add(.numbering)
        continue
      }
      entry.ayah = number.first
      // They mostly are in order already.
      entry.words.sort { ($0.start, $0.end) < ($1.start, $1.end) }
      ayat.append(entry)
    }
    return ayat.sorted { $0.ayah < $1.ayah }
  }

  /// The only surah that rows are of; the only whole one when they are of several. The others' rows are counted.
  func onlySurah(for format: String, _ losses: inout Losses) throws(ExchangeFailure) -> Int {
    let surahs = surahs
    if surahs.count == 1 { return surahs[0] }
    let (whole, others) = try wholeSurah(for: format)
    guard let whole else {
      throw ExchangeFailure(
        surahs.isEmpty
          ? "no row names an ayah, but a \(format) file contains a surah"
          : "rows are of surahs \(SetNames.list(surahs.map(String.init))), but a \(format) file contains one; `tilawa cut` "
            + "makes a recording of each")
    }
    losses.add(.incomplete, others)
    return whole.surah
  }
}
