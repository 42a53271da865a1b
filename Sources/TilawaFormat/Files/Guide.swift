import Diagnostics
public import QuranIndex
import ScalarText
public import Timing
import YAMLDocuments

extension DocumentKind {
  /// The order of a prayer.
  public static let guide = DocumentKind(
    "guide", Guide.self, at: .folder("guides"),
    rules: [
      .guideListedTwice, .stepOutOfOrder, .notArabic, .stepUndescribed, .unusualRakaat, .noSuchHeardAyah,
      .prayerWithoutGuide,
    ])
}

/// What is heard at a step of a prayer.
public enum HeardPhrase: Hashable, Sendable {
  /// Ayat, by the Kufi count.
  case ayat(AyahRange)
  /// Something that is no ayah, by the word that rows have for it: `takbir`.
  case phrase(String)
}

/// One step of a prayer.
public struct GuideStep: Sendable {
  /// Its number, from 1.
  public var number: Located<Int>?
  /// What it is called.
  public var title: Located<String>?
  /// What is done.
  public var description: Located<String>?
  /// What is said.
  public var arabic: Located<String>?
  /// How that sounds, in Latin letters.
  public var transliteration: Located<String>?
  /// What that means.
  public var translation: Located<String>?
  /// What of it can be heard in a recording.
  public var hear: Located<[Located<HeardPhrase>]>?
  /// The bytes of the step.
  public var bytes: ByteRange
}

/// Something to know of a prayer.
public struct GuideNote: Sendable {
  /// Of which rak'ah, from 1; nil of none in particular.
  public var rakah: Located<Int>?
  /// In words.
  public var text: Located<String>?
}

/// A file of `guides/`: the order of a prayer.
public struct Guide: Sendable {
  /// Tells it from the other guides of the library.
  public var id: Located<String>?
  /// A name for people.
  public var title: Located<String>?
  /// Which prayer it is of.
  public var prayer: Located<Prayer>?
  /// By whose teaching; nil where it doesn't matter.
  public var school: Located<School>?
  /// How many rak'at are prayed, where that is written.
  public var rakaat: Located<Int>?
  /// What the guide is made of, such as text or video.
  public var type: Located<String>?
  /// The edition of what it says, from 1.
  public var edition: Located<Int>?
  /// When it was written.
  public var created: Located<Timestamp>?
  /// When it was last changed.
  public var changed: Located<Timestamp>?
  /// Whether it is meant to be read without a network.
  public var offline: Located<Bool>?
  /// Address of a film.
  public var video: Located<String>?
  /// Address of a picture for lists.
  public var image: Located<String>?
  /// In the order of the prayer.
  public var steps: [GuideStep]
  /// What is particular to each rak'ah.
  public var rakahNotes: [GuideNote]
  /// What is important for all of it.
  public var notes: [GuideNote]

  /// How many rak'at are prayed, also where it doesn't say; nil where the prayer doesn't tell.
  public var rakahCount: Int? { rakaat?.value ?? prayer?.value.rakaat }
}

extension FieldType where Value == [Located<HeardPhrase>] {
  /// Ayat, a word such as `takbir`, or a list of these.
  static var heard: Self {
    let (ayat, word) = (FieldType<AyahRange>.reference, FieldType<String>.skipKind)
    let one: JSONValue = ["anyOf": [ayat.schema, word.schema]]
    let noun = "an ayah, a run of ayat, a word such as takbir, or a list of these"
    return Self(
      noun: noun,
      schema: ["anyOf": [ayat.schema, word.schema, ["type": "array", "items": one, "minItems": 1]]]
    ) { node, report in
      let items = node.sequence ?? [node]
      if items.isEmpty { report.add(FormatRules.wrongType, "the list is empty; remove the key", at: node) }
      let phrases = items.compactMap { item -> Located<HeardPhrase>? in
        // Whatever begins as a word is none of ayat.
        let isWord = item.scalar?.value.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
        let phrase: HeardPhrase? =
          isWord ? word.read(item, report).map { .phrase($0) } : ayat.read(item, report).map { .ayat($0) }
        return phrase.map { Located($0, item.range) }
      }
      return phrases.count == items.count && !items.isEmpty ? phrases : nil
    } canonical: {
      ayat.canonical($0)
    }
  }
}

extension GuideStep {
  static let stepField = Field("step", .integer(1...999), required: true, "Its number, from 1 on.")
  static let titleField = Field("title", .text, required: true, "What the step is called.")
  static let descriptionField = Field("description", .text, absent: "unknown", "What is done.")
  static let arabicField = Field("arabic", .text, absent: "nothing is said", "What is said, in Arabic.")
  static let transliterationField = Field(
    "transliteration", .text, absent: "unknown", "How that sounds, in Latin letters.")
  static let translationField = Field("translation", .text, absent: "unknown", "What that means.")
  static let hearField = Field(
    "hear", .heard, absent: "nothing",
    "What of it is heard in recordings of the prayer: ayat, or what rows call `skip`.")
  static let declaration = ObjectDeclaration(
    title: "a step", meaning: "One step of a prayer.",
    fields: [
      stepField, titleField, descriptionField, arabicField, transliterationField, translationField, hearField,
    ], identity: .keys([stepField.key]))

  init(_ reader: ObjectReader) {
    number = reader.read(Self.stepField)
    title = reader.read(Self.titleField)
    description = reader.read(Self.descriptionField)
    arabic = reader.read(Self.arabicField)
    transliteration = reader.read(Self.transliterationField)
    translation = reader.read(Self.translationField)
    hear = reader.read(Self.hearField)
    bytes = ByteRange(reader.node.range)
  }
}

extension GuideNote {
  static let rakahField = Field(
    "rakah", .rakah, absent: "none in particular", "The rak'ah it is about, from 1.")
  static let textField = Field("text", .text, required: true, "What is to be known.")
  static let ofRakah = ObjectDeclaration(
    title: "a note", meaning: "Something to know of a rak'ah.", fields: [rakahField, textField],
    identity: .keys([rakahField.key, textField.key]))
  static let declaration = ObjectDeclaration(
    title: "a note", meaning: "Something to know of the prayer.", fields: [textField],
    identity: .keys([textField.key]))
}

extension Guide: FileContent {
  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let idField = Field("id", .identifier, required: true, "What commands call the guide.")
  static let titleField = Field("title", .text, required: true, "A name for people.")
  static let prayerField = Field("prayer", .prayer, required: true, "Which prayer it is of.")
  static let schoolField = Field("school", .school, absent: "all, or unknown", "By whose teaching.")
  static let rakaatField = Field(
    "rakaat", .integer(0...100), absent: "as the prayer has, if that is one number",
    "How many rak'at are prayed.")
  static let typeField = Field("type", .text, absent: "unknown", "What it is made of, such as text or video.")
  static let editionField = Field("edition", .integer(1...1_000_000), absent: "1", "Edition of what it says.")
  static let createdField = Field("created", .timestamp, absent: "unknown", "When it was written.")
  static let changedField = Field("changed", .timestamp, absent: "as `created`", "When it was last changed.")
  static let offlineField = Field(
    "offline", .flag, absent: "false", "Whether an app keeps it for times without a network.")
  static let videoField = Field("video", .url, absent: "none", "Address of a film.")
  static let imageField = Field("image", .url, absent: "none", "Address of a picture for lists.")
  static let stepsField = Field(
    "steps", .blocks(GuideStep.declaration) { GuideStep($0) }, absent: "none",
    "What is done and said, in the order of the prayer.")
  static let rakahNotesField = Field(
    "rakah_notes",
    .rows(GuideNote.ofRakah) { reader, _ in
      GuideNote(rakah: reader.read(GuideNote.rakahField), text: reader.read(GuideNote.textField))
    }, absent: "none", "What is particular to each rak'ah.")
  static let notesField = Field(
    "notes",
    .rows(GuideNote.declaration) { reader, _ in GuideNote(text: reader.read(GuideNote.textField)) },
    absent: "none", "What is important for all of it.")
  static let declaration = ObjectDeclaration(
    title: "a guide", meaning: "The order of a prayer.",
    fields: [
      version, idField, titleField, prayerField, schoolField, rakaatField, typeField, editionField,
      createdField, changedField, offlineField, videoField, imageField, stepsField, rakahNotesField,
      notesField,
    ])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    id = reader.read(Self.idField)
    title = reader.read(Self.titleField)
    prayer = reader.read(Self.prayerField)
    school = reader.read(Self.schoolField)
    rakaat = reader.read(Self.rakaatField)
    type = reader.read(Self.typeField)
    edition = reader.read(Self.editionField)
    created = reader.read(Self.createdField)
    changed = reader.read(Self.changedField)
    offline = reader.read(Self.offlineField)
    video = reader.read(Self.videoField)
    image = reader.read(Self.imageField)
    steps = reader.read(Self.stepsField)?.value ?? []
    rakahNotes = reader.read(Self.rakahNotesField)?.value ?? []
    notes = reader.read(Self.notesField)?.value ?? []
  }
}
