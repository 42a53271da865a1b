import TilawaBase
import TilawaQuran

/// Something that is often heard between recitations and has a name of its own.
struct KnownPhrase: Sendable {
  /// The word of a `skip` row.
  let kind: String
  /// The ways in which it is said, as sounds.
  let ways: [[AyahSounds.Word]]
  /// Whether it is only ever said right after the last ayah of Al-Fatihah: it is too short to be known elsewhere.
  var followsFatihah = false

  private init(_ kind: String, followsFatihah: Bool = false, _ ways: String...) {
    self.kind = kind
    self.followsFatihah = followsFatihah
    self.ways = ways.map { way in
      way.words(by: ".").map { word in
        AyahSounds.Word(
          sounds: word.utf8.compactMap { AyahSounds.Sound(rawValue: $0) }, hasPauseMark: false)
      }
    }
  }

  /// Those that are looked for, by the rules of recitation; vowels that people draw out are there in both lengths.
  static let all = [
    KnownPhrase("istiadhah", "tazAba.brrAha.nanassaarbAna.rrabAn"),
    KnownPhrase("basmalah", "basna.rrAha.rrahnAna.rrahAn"),
    // Allahu akbar.
    KnownPhrase("takbir", "tarrAha.tatbar", "tarrMha.tatbar", "tarrZha.tatbar"),
    // Sami'a llahu liman hamidah; rabbana wa laka l-hamd.
    KnownPhrase(
      "tahmid", "sanaza.rrAha.ranan.hanabah", "sanaza.rrMha.ranan.hanabah", "rabbanA.rara.taraha.nb"),
    // As-salamu alaykum wa rahmatu llah.
    KnownPhrase("taslim", "tassarAna.zarartan.rarahnatarrAh", "tassarMna.zarartan.rarahnatarrAh"),
    // Amin.
    KnownPhrase("amin", followsFatihah: true, "tAnAn", "tMnAn", "tMnMn"),
    // Sadaqa llahu l-azim.
    KnownPhrase("tasdiq", "sababa.rrAha.rzazAn"),
  ]
}
