/// One of the twenty transmissions in which the Quran is recited.
public enum Riwayah: String, CaseIterable, Sendable, Hashable {
  case hafs
  case shuabah
  case warsh
  case qaloon
  case bazzi
  case qunbul
  case dooriAbuAmr = "doori_abu_amr"
  case soosi
  case hisham
  case ibnDhakwan = "ibn_dhakwan"
  case khalafAnHamza = "khalaf_an_hamza"
  case khallad
  case abulHarith = "abul_harith"
  case dooriAlKisai = "doori_al_kisai"
  case ibnWardan = "ibn_wardan"
  case ibnJammaz = "ibn_jammaz"
  case ruways
  case rawh
  case ishaq
  case idris
}

extension Riwayah {
  /// The transmitter and the imam: `Hafs an Asim`.
  public var displayName: String { "\(transmitter) an \(qiraah.displayName)" }

  /// The transmitter's name: `Hafs`.
  public var transmitter: String {
    switch self {
    case .hafs: "Hafs"
    case .shuabah: "Shubah"
    case .warsh: "Warsh"
    case .qaloon: "Qaloon"
    case .bazzi: "al-Bazzi"
    case .qunbul: "Qunbul"
    case .dooriAbuAmr, .dooriAlKisai: "ad-Doori"
    case .soosi: "as-Soosi"
    case .hisham: "Hisham"
    case .ibnDhakwan: "Ibn Dhakwan"
    case .khalafAnHamza: "Khalaf"
    case .khallad: "Khallad"
    case .abulHarith: "Abul-Harith"
    case .ibnWardan: "Ibn Wardan"
    case .ibnJammaz: "Ibn Jammaz"
    case .ruways: "Ruways"
    case .rawh: "Rawh"
    case .ishaq: "Ishaq"
    case .idris: "Idris"
    }
  }

  /// The transmitter and the imam in Arabic, without vowel signs.
  public var arabicName: String {
    switch self {
    case .hafs: "حفص عن عاصم"
    case .shuabah: "شعبة عن عاصم"
    case .warsh: "ورش عن نافع"
    case .qaloon: "قالون عن نافع"
    case .bazzi: "البزي عن ابن كثير"
    case .qunbul: "قنبل عن ابن كثير"
    case .dooriAbuAmr: "الدوري عن أبي عمرو"
    case .soosi: "السوسي عن أبي عمرو"
    case .hisham: "هشام عن ابن عامر"
    case .ibnDhakwan: "ابن ذكوان عن ابن عامر"
    case .khalafAnHamza: "خلف عن حمزة"
    case .khallad: "خلاد عن حمزة"
    case .abulHarith: "أبو الحارث عن الكسائي"
    case .dooriAlKisai: "الدوري عن الكسائي"
    case .ibnWardan: "ابن وردان عن أبي جعفر"
    case .ibnJammaz: "ابن جماز عن أبي جعفر"
    case .ruways: "رويس عن يعقوب"
    case .rawh: "روح عن يعقوب"
    case .ishaq: "إسحاق عن خلف العاشر"
    case .idris: "إدريس عن خلف العاشر"
    }
  }

  /// The reading that it transmits.
  public var qiraah: Qiraah {
    switch self {
    case .hafs, .shuabah: .asim
    case .warsh, .qaloon: .nafi
    case .bazzi, .qunbul: .ibnKathir
    case .dooriAbuAmr, .soosi: .abuAmr
    case .hisham, .ibnDhakwan: .ibnAmir
    case .khalafAnHamza, .khallad: .hamza
    case .abulHarith, .dooriAlKisai: .kisai
    case .ibnWardan, .ibnJammaz: .abuJafar
    case .ruways, .rawh: .yaqub
    case .ishaq, .idris: .khalafAlAshir
    }
  }

  /// The counting system of its mushafs, unless an edition says otherwise.
  ///
  /// Read off the KFGQPC prints of the first eight. Their Doori and Soosi follow the first Madani count, not
  /// the classical Basri. Their Bazzi and Qunbul have one ayah more than the classical Makki. The rest follow
  /// the imam's school.
  public var counting: CountingSystem {
    switch qiraah {
    case .asim, .hamza, .kisai, .khalafAlAshir: .kufi
    case .nafi: .madaniLast
    case .abuAmr: .madaniFirst
    case .ibnKathir: .makkiKFGQPC
    case .ibnAmir: .shami
    case .abuJafar: .madaniFirstAbuJafar
    case .yaqub: .basri
    }
  }

  /// True if `counting` was read off a print, and not merely inferred from the imam's school.
  public var isCountPrinted: Bool { PrintedPages.of(self) != nil }
}
