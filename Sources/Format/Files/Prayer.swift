/// A prayer, as guides and recordings name it; `spec/tables/prayers.tsv` is this table.
public enum Prayer: String, CaseIterable, Sendable {
  case fajr, dhuhr, asr, maghrib, isha, jumuah, taraweeh, eid, witr, janazah, other

  /// The five of a day, in their order.
  public static let ofADay: [Prayer] = [.fajr, .dhuhr, .asr, .maghrib, .isha]

  /// The usual name in Latin letters.
  public var displayName: String {
    switch self {
    case .jumuah: "Jumu'ah"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  /// The name in Arabic.
  public var arabicName: String {
    switch self {
    case .fajr: "الفجر"
    case .dhuhr: "الظهر"
    case .asr: "العصر"
    case .maghrib: "المغرب"
    case .isha: "العشاء"
    case .jumuah: "الجمعة"
    case .taraweeh: "التراويح"
    case .eid: "العيد"
    case .witr: "الوتر"
    case .janazah: "الجنازة"
    case .other: "أخرى"
    }
  }

  /// The usual number of rak'at; nil for prayers of which it varies.
  public var rakaat: Int? {
    switch self {
    case .fajr, .jumuah, .eid: 2
    case .dhuhr, .asr, .isha: 4
    case .maghrib: 3
    case .janazah: 0
    case .taraweeh, .witr, .other: nil
    }
  }

  /// The name of a picture for it among Apple's SF Symbols; nil where none is agreed.
  public var symbol: String? {
    switch self {
    case .fajr: "sunrise"
    case .dhuhr: "sun.max"
    case .asr: "sun.and.horizon"
    case .maghrib: "sunset"
    case .isha: "moon.stars"
    default: nil
    }
  }

  /// The colour that it is shown in; nil where none is agreed.
  public var color: String? {
    switch self {
    case .fajr: "orange"
    case .dhuhr: "yellow"
    case .asr: "blue"
    case .maghrib: "red"
    case .isha: "purple"
    default: nil
    }
  }
}

/// By whose teaching a prayer is described: one of the schools, or a tradition with all its schools;
/// `spec/tables/schools.tsv` is this table.
public enum School: String, CaseIterable, Sendable {
  case sunni, shia, shafi, hanafi, maliki, hanbali, jafari, other

  /// The usual name in Latin letters.
  public var displayName: String {
    switch self {
    case .shafi: "Shafi'i"
    case .jafari: "Ja'fari"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  /// The name in Arabic.
  public var arabicName: String {
    switch self {
    case .sunni: "سني"
    case .shia: "شيعي"
    case .shafi: "شافعي"
    case .hanafi: "حنفي"
    case .maliki: "مالكي"
    case .hanbali: "حنبلي"
    case .jafari: "جعفري"
    case .other: "أخرى"
    }
  }

  /// The tradition that it belongs to; a tradition to itself, nil where that isn't known.
  public var tradition: School? {
    switch self {
    case .sunni, .shafi, .hanafi, .maliki, .hanbali: .sunni
    case .shia, .jafari: .shia
    case .other: nil
    }
  }

  /// The colour that it is shown in; nil where none is agreed.
  public var color: String? {
    switch self {
    case .sunni: "green"
    case .shia: "purple"
    default: nil
    }
  }

  /// A description in a few words.
  public var meaning: String {
    switch self {
    case .sunni: "Sunni Islamic tradition"
    case .shia: "Shia Islamic tradition"
    case .other: "another teaching"
    default: "the \(displayName) school"
    }
  }
}

extension FieldType where Value == Prayer {
  static var prayer: Self {
    choice("a prayer") { "\($0.displayName), \($0.arabicName)" }
  }
}

extension FieldType where Value == School {
  static var school: Self {
    choice("a school or tradition", describing: \.meaning)
  }
}
