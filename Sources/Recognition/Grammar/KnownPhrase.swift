import TilawaBase
import TilawaQuran

/// A phrase that is often said between recitations and has a name of its own.
struct KnownPhrase: Sendable {
  /// The word of a `skip` row.
  let kind: String
  /// The ways in which it is said, as sounds.
  let ways: [[AyahSounds.Word]]
  /// True if it is only searched for right after the last ayah of Al-Fatihah, because it is too short to be
  /// recognised elsewhere.
  var followsFatihah = false

  private init(_ kind: String, followsFatihah: Bool = false, _ ways: String...) {
    self.kind = kind
    self.followsFatihah = followsFatihah
    self.ways = ways.map(AyahSounds.words(spelt:))
  }

  /// Those that are looked for, by the rules of recitation; vowels that people draw out are there in both lengths.
  static let all = [
    KnownPhrase("istiadhah", "gaeUvu.bllAhi.minaccaayqAni.rrajIm"),
    KnownPhrase("basmalah", "bismi.llAhi.rraHmAni.rraHIm"),
    // Allahu akbar.
    KnownPhrase("takbir", "gallAhu.gakbar", "gallMhu.gakbar", "gallZhu.gakbar"),
    // Sami'a llahu liman hamidah; rabbana wa laka l-hamd.
    KnownPhrase(
      "tahmid", "samiea.llAhu.liman.Hamidah", "samiea.llMhu.liman.Hamidah", "rabbanA.walaka.lHamd"),
    // As-salamu alaykum wa rahmatu llah.
    KnownPhrase(
      "taslim", "gassalAmu.ealaykum.waraHmatu.llAh", "gassalMmu.ealaykum.waraHmatu.llAh"),
    // Amin.
    KnownPhrase("amin", followsFatihah: true, "gAmIn", "gMmIn", "gMmEn"),
    // Sadaqa llahu l-azim.
    KnownPhrase("tasdiq", "sadaqa.llAhu.leavIm"),
  ]
}
