import TilawaBase

extension Riwayah {
  /// The riwayah of an id, a display name or another known spelling: `hafs`, `Warsh A'n Nafi'`, `qalun`.
  ///
  /// Case, spaces, hyphens, apostrophes and underscores don't matter, everything else does: a riwayah is
  /// never guessed. Names that two riwayat share (`doori`, `khalaf`) are none.
  public init?(_ spelling: String) {
    guard let riwayah = Self.spellings[Self.key(spelling)] else { return nil }
    self = riwayah
  }

  /// The riwayah that a wrong spelling most likely means, for a message; nil when none or several are that
  /// near.
  public static func suggestion(for spelling: String) -> Riwayah? {
    let suggestions = suggestions(for: spelling)
    return suggestions.count == 1 ? suggestions[0] : nil
  }

  /// The riwayat that a wrong spelling may mean, for a message: those a slip away, else those it is the start
  /// of.
  public static func suggestions(for spelling: String) -> [Riwayah] {
    let wanted = key(spelling)
    guard wanted.utf8.count >= 2 else { return [] }
    var best = max(1, Spelling.tolerance(for: wanted))
    var found: Set<Riwayah> = []
    for (key, riwayah) in spellings where abs(key.utf8.count - wanted.utf8.count) <= 2 * best {
      let distance = editDistance(Array(wanted.unicodeScalars), Array(key.unicodeScalars))
      if distance < best {
        best = distance
        found = []
      }
      if distance == best { found.insert(riwayah) }
    }
    if found.isEmpty {
      found = Set(spellings.filter { $0.key.begins(with: wanted) }.values)
    }
    return allCases.filter(found.contains)
  }

  /// Returns the message about a spelling that no riwayah has: `no such riwayah: "hafz"; did you mean hafs?`.
  ///
  /// It ends with `hint` if no riwayah was likely meant.
  package static func noSuch(_ spelling: String, hint: String? = nil) -> String {
    TilawaBase.noSuch(
      "riwayah", spelling, meaning: suggestions(for: spelling).prefix(4).map(\.rawValue), hint: hint)
  }

  private static func key(_ text: String) -> String {
    let kept = text.unicodeScalars.filter {
      switch $0 {
      case " ", "\t", "-", "\u{2010}", "\u{2011}", "_", "'", "`", "\u{2018}", "\u{2019}", "\u{2BC}",
        "\u{2BE}",
        "\u{2BF}":
        false
      default: true
      }
    }
    return String(String.UnicodeScalarView(kept)).lowercased()
  }

  /// Every spelling that is read, folded.
  static let spellings: [String: Riwayah] = {
    var result: [String: Riwayah] = [:]
    for riwayah in allCases {
      let names = [riwayah.rawValue, riwayah.displayName, riwayah.arabicName] + riwayah.aliases
      for name in names + riwayah.pairs { result[key(name)] = riwayah }
    }
    return result
  }()

  /// Every spelling of the transmitter with every one of the imam, `an` between them or nothing.
  private var pairs: [String] {
    transmitterSpellings.flatMap { transmitter in
      qiraah.spellings.flatMap { ["\(transmitter) an \($0)", "\(transmitter) \($0)"] }
    }
  }

  /// The spellings of the transmitter's name in Latin letters, as they precede the imam's name. Hyphens and
  /// the like make no difference.
  public var transmitterSpellings: [String] {
    switch self {
    case .hafs: ["Hafs"]
    case .shuabah: ["Shubah", "Shu'bah", "Shuabah", "Shuba", "Sho'bah"]
    case .warsh: ["Warsh"]
    case .qaloon: ["Qaloon", "Qalun", "Qalon", "Qaloun"]
    case .bazzi: ["Bazzi", "al-Bazzi", "al-Bazi", "al-Bizi"]
    case .qunbul: ["Qunbul", "Qunbol", "Qonbul"]
    case .dooriAbuAmr, .dooriAlKisai:
      ["Doori", "ad-Doori", "al-Doori", "Duri", "ad-Duri", "al-Duri", "ad-Dori", "al-Dori", "al-Dorai"]
    case .soosi: ["Soosi", "as-Soosi", "al-Soosi", "Susi", "as-Susi", "al-Susi", "as-Sosi", "al-Sosi"]
    case .hisham: ["Hisham", "Hesham"]
    case .ibnDhakwan: ["Ibn Dhakwan", "Ibn Zakwan", "Ibn Thakwan"]
    case .khalafAnHamza: ["Khalaf"]
    case .khallad: ["Khallad", "Khalad"]
    case .abulHarith:
      [
        "Abul-Harith", "Abu al-Harith", "Abu l-Harith", "Layth", "al-Layth", "al-Laith",
        "Abul-Harith al-Layth",
      ]
    case .ibnWardan: ["Ibn Wardan", "Isa ibn Wardan", "Isa"]
    case .ibnJammaz: ["Ibn Jammaz", "Ibn Jummaz", "Ibn Jamaz"]
    case .ruways: ["Ruways", "Ruwais", "Rowis", "Rowais"]
    case .rawh: ["Rawh", "Rauh", "Rouh"]
    case .ishaq: ["Ishaq", "Is'haq"]
    case .idris: ["Idris", "Idrees"]
    }
  }

  /// Accepted names besides its id and its names: the spellings of Quranic Universal Audio, mp3quran and
  /// others.
  public var aliases: [String] {
    switch self {
    case .hafs: ["hafs_an_asim", "Hafs A'n Assem"]
    case .shuabah: ["shubah", "shubah_an_asim", "Sho'bah A'n Asim"]
    case .warsh: ["warsh_an_nafi", "Warsh A'n Nafi'"]
    case .qaloon: ["qalun", "qalon_an_nafi", "Qalon A'n Nafi'"]
    case .dooriAbuAmr: ["duri-abu-amr", "duri_abu_amr", "Aldori A'n Abi Amr"]
    case .soosi: ["susi", "susi_abu_amr", "Assosi A'n Abi Amr"]
    case .hisham: ["hisham_ibn_amir", "Hesham A'n Ibn Amer"]
    case .ibnDhakwan: ["ibn-dhakwan", "ibn_dhakwan_ibn_amir", "Ibn Thakwan A'n Ibn Amer"]
    case .bazzi: ["bazzi_ibn_kathir", "Albizi A'n Ibn Katheer"]
    case .qunbul: ["qunbul_ibn_kathir", "Qunbol A'n Ibn Katheer"]
    case .khalafAnHamza: ["khalaf-hamzah", "khalaf_an_hamzah", "Khalaf A'n Hamzah"]
    case .khallad: ["khallad_an_hamzah", "Khallad A'n Hamzah"]
    case .abulHarith: ["abu-al-harith", "layth_al_kisai", "Al-Layth A'n Al-Kisa'ai"]
    case .dooriAlKisai: ["duri-kisai", "duri_al_kisai", "AlDorai A'n Al-Kisa'ai"]
    case .ibnWardan: ["isa_abu_jafar", "Isa Ibn Wardan A'n Abi Ja'far"]
    case .ibnJammaz: ["ibn_jummaz_abu_jafar", "Ibn Jammaz A'n Abi Ja'far"]
    case .ruways: ["ruways_an_yaqub", "Rowis A'n Yakoob"]
    case .rawh: ["rawh_an_yaqub", "Rawh A'n Yakoob"]
    case .ishaq: ["ishaq_an_khalaf", "Ishaq A'n Khalaf"]
    case .idris: ["idris_an_khalaf", "Idris A'n Khalaf"]
    }
  }
}
