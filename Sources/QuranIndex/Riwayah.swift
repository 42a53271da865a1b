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
