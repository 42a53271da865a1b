package import TilawaBase
package import TilawaFormat
package import TilawaQuran
package import TilawaYAML

/// A student of a class, as the teacher's journal describes them.
package struct ClassStudent: Sendable {
  /// The name of the student's file without the extension.
  package let id: String
  /// The readable values of the file.
  package let content: Student
  /// The root of the file's text.
  package let root: YAMLNode?

  /// The student's name; the id if there is none.
  package var name: String { content.name?.value ?? id }

  /// The assignments that are still to be learnt: those with a date first, the earliest of them first.
  package var open: [AssignedAyat] {
    content.assignments.filter { $0.ayat != nil && $0.learnt == nil }.enumerated().sorted { a, b in
      let (left, right) = (a.element.due?.value.seconds, b.element.due?.value.seconds)
      return (left ?? .max, a.offset) < (right ?? .max, b.offset)
    }.map(\.element)
  }

  /// The ayat that were learnt, in the order of the file.
  package var learnt: [AyahRange] {
    content.assignments.filter { $0.learnt != nil }.compactMap(\.ayat?.value)
  }

  /// The last lesson.
  package var lastLesson: Timestamp? {
    content.lessons.compactMap(\.date?.value).max { $0.seconds < $1.seconds }
  }

  /// All values, for programs.
  package var facts: JSONValue { DocumentKind.student.keys.json(of: root) }
}

/// A word in which students of a class make mistakes.
package struct DifficultWord: Sendable {
  /// The ayah that contains the word.
  package let ayah: Ayah
  /// Its number in the ayah, from 1.
  package let word: Int
  /// The number of mistakes.
  package fileprivate(set) var count = 0
  /// The kinds of mistakes, in the order of their declaration.
  package fileprivate(set) var kinds: [MistakeKind] = []
  /// The ids of the students, in order.
  package fileprivate(set) var students: [String] = []
}

/// The students of a class, from a teacher's journal.
package struct ClassRoster: Sendable {
  /// The students, ordered by id.
  package let students: [ClassStudent]
  /// The faults of the files.
  package let faults: [Diagnostic]
  let folder: JournalFolder

  /// Reads the files of a class.
  package init(of folder: JournalFolder) {
    self.folder = folder
    let files = folder.students()
    faults = files.diagnostics.inOrder()
    students = files.documents.compactMap { document in
      guard let content = document.values(Student.self)?.content else { return nil }
      return ClassStudent(
        id: PathText.stem(of: document.source.path), content: content,
        root: YAMLDocument(parsing: document.source).root)
    }.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  /// Returns the student with that id, or else the only one with that id or name when case and vowel signs
  /// are ignored.
  package func student(_ name: String) throws(Failure) -> ClassStudent {
    if let exact = students.first(where: { $0.id.isExactly(name) }) { return exact }
    let wanted = TextQuery.sortKey(of: name)
    let found = students.filter { [$0.id, $0.name].contains { TextQuery.sortKey(of: $0) == wanted } }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      throw Failure("several students are called \"\(name)\": \(found.map(\.id).joined(separator: ", "))")
    }
    let meant = nearestName(to: name, in: students.map(\.id)).map { "did you mean \($0)?" }
    throw Failure("no such student: \"\(name)\"; \(meant ?? "add one with tilawa journal class add ID")")
  }

  /// Returns the words with mistakes of some students, those with the most mistakes first.
  package static func words(of students: [ClassStudent]) -> [DifficultWord] {
    var words: [Place: DifficultWord] = [:]
    for student in students {
      for row in student.content.mistakes {
        guard let ayah = row.ayah?.value, let word = row.word?.value, let kind = row.kind?.value else {
          continue
        }
        for place in Place.places(from: Place(ayah: ayah, word: word), count: row.words?.value ?? 1) {
          var known = words[place] ?? DifficultWord(ayah: place.ayah, word: place.word)
          known.count += row.count?.value ?? 1
          if !known.kinds.contains(kind) { known.kinds.append(kind) }
          if known.students.last != student.id { known.students.append(student.id) }
          words[place] = known
        }
      }
    }
    let order = MistakeKind.allCases
    return words.values.map { word in
      var word = word
      word.kinds = order.filter(word.kinds.contains)
      return word
    }.sorted { ($1.count, $0.ayah, $0.word) < ($0.count, $1.ayah, $1.word) }
  }

  private struct Place: Hashable {
    let ayah: Ayah
    let word: Int

    /// Returns so many words from a place on, as far as its surah has them.
    static func places(from first: Place, count: Int) -> [Place] {
      var (ayah, word, places) = (first.ayah, first.word, [first])
      while places.count < count {
        word += 1
        if word > AyahLength.words(of: ayah, in: .kufi) ?? 0 {
          (ayah, word) = (Ayah(ayah.surah, ayah.number + 1), 1)
        }
        guard AyahLength.words(of: ayah, in: .kufi) != nil else { break }
        places.append(Place(ayah: ayah, word: word))
      }
      return places
    }
  }
}
