/// One of the ten readings, named after its imam; each has two transmissions.
public enum Qiraah: String, CaseIterable, Sendable, Hashable {
  case nafi
  case ibnKathir = "ibn_kathir"
  case abuAmr = "abu_amr"
  case ibnAmir = "ibn_amir"
  case asim
  case hamza
  case kisai
  case abuJafar = "abu_jafar"
  case yaqub
  case khalafAlAshir = "khalaf_al_ashir"

  /// The imam's name.
  public var displayName: String {
    switch self {
    case .nafi: "Nafi"
    case .ibnKathir: "Ibn Kathir"
    case .abuAmr: "Abu Amr"
    case .ibnAmir: "Ibn Amir"
    case .asim: "Asim"
    case .hamza: "Hamza"
    case .kisai: "al-Kisai"
    case .abuJafar: "Abu Jafar"
    case .yaqub: "Yaqub"
    case .khalafAlAshir: "Khalaf al-Ashir"
    }
  }

  /// Its two riwayat.
  public var riwayat: [Riwayah] { Riwayah.allCases.filter { $0.qiraah == self } }
}

extension Qiraah {
  /// The spellings of the imam's name in Latin letters, as they follow the transmitter's name. Hyphens and
  /// the like make no difference.
  public var spellings: [String] {
    switch self {
    case .nafi: ["Nafi'", "Naafi'"]
    case .ibnKathir: ["Ibn Kathir", "Ibn Katheer"]
    case .abuAmr: ["Abu Amr", "Abi Amr", "Abu Amr al-Basri", "Abi Amr al-Basri"]
    case .ibnAmir: ["Ibn Amir", "Ibn Aamir", "Ibn Amer"]
    case .asim: ["Asim", "Aasim", "Assem", "Asem"]
    case .hamza: ["Hamza", "Hamzah"]
    case .kisai: ["al-Kisa'i", "Kisa'i", "al-Kisa'ai", "al-Kisaa'i"]
    case .abuJafar: ["Abu Ja'far", "Abi Ja'far", "Abu Jaafar", "Abi Jaafar"]
    case .yaqub: ["Ya'qub", "Yaqoob", "Yakoob", "Yaqoub"]
    case .khalafAlAshir: ["Khalaf al-Ashir", "Khalaf al-Aashir", "Khalaf"]
    }
  }
}
