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

extension CountingSystem {
  /// `Kufi`, `last Madani`.
  public var displayName: String {
    switch self {
    case .kufi: "Kufi"
    case .madaniFirst: "first Madani"
    case .madaniFirstAbuJafar: "first Madani (Abu Jafar)"
    case .madaniLast: "last Madani"
    case .makki: "Makki"
    case .makkiKFGQPC: "Makki (KFGQPC)"
    case .basri: "Basri"
    case .shami: "Shami"
    }
  }

  /// The school by its id or display name; case, spaces, hyphens, underscores and brackets don't matter.
  public init?(_ spelling: String) {
    func key(_ text: String) -> String {
      String(text.unicodeScalars.filter { $0.properties.isAlphabetic }).lowercased()
    }
    let wanted = key(spelling)
    let match = Self.allCases.first { key($0.rawValue) == wanted || key($0.displayName) == wanted }
    guard let match else { return nil }
    self = match
  }

  /// Its place in `allCases`, which is the order of the tables' columns.
  var column: Int {
    switch self {
    case .kufi: 0
    case .madaniFirst: 1
    case .madaniFirstAbuJafar: 2
    case .madaniLast: 3
    case .makki: 4
    case .makkiKFGQPC: 5
    case .basri: 6
    case .shami: 7
    }
  }
}
