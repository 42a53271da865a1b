/// A school of ayah counting: where ayat end, and so what number each bears.
public enum CountingSystem: String, CaseIterable, Sendable, Hashable {
  /// 6,236 ayat: the count of Hafs, and of files that name none.
  case kufi
  /// 6,217 ayat.
  case madaniFirst = "madani_first"
  /// 6,214 ayat: the first Madani count where Abu Jafar differs from Shaybah.
  case madaniFirstAbuJafar = "madani_first_abu_jafar"
  /// 6,214 ayat: the count of printed Warsh and Qaloon.
  case madaniLast = "madani_last"
  /// 6,219 ayat.
  case makki
  /// 6,220 ayat: the Makki count as printed for Bazzi and Qunbul.
  case makkiKFGQPC = "makki_kfgqpc"
  /// 6,204 ayat.
  case basri
  /// 6,226 ayat: Damascus.
  case shami
}
