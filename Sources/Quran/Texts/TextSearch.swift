import TilawaBase

/// Words that were looked for, where a text has them.
public struct TextFinding: Hashable, Sendable {
  /// As the text's count numbers it.
  public let ayah: Ayah
  /// The words as the text writes them, with their numbers in the ayah's line, or as a file of words numbers them.
  public let words: [TextWord]
}

extension TextFile {
  /// All ayat that hold the words one after the other, in the order of the file.
  public func search(_ query: TextQuery) -> [TextFinding] {
    var search = Search(query, of: self)
    defer { search.close() }
    forEachLine { bytes, line in
      search.take(line, bytes)
      return true
    }
    search.finish()
    return search.findings
  }
}

/// One going through a file.
private struct Search {
  private let query: TextQuery
  private let file: TextFile
  private var symbols: UnsafeMutableBufferPointer<UInt16>
  private let table: UnsafeMutableBufferPointer<UInt16>
  var findings: [TextFinding] = []
  /// The lines of the ayah that is gathered.
  private var lines: [TextFile.Line] = []

  init(_ query: TextQuery, of file: TextFile) {
    (self.query, self.file) = (query, file)
    symbols = .allocate(capacity: 4096)
    table = .allocate(capacity: 2048)
    _ = table.initialize(from: Folding.table)
  }

  func close() {
    symbols.deallocate()
    table.deallocate()
  }

  mutating func take(_ line: TextFile.Line, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard line.index != nil else { return }
    if let last = lines.last, last.index != line.index || file.form != .words { look(bytes) }
    lines.append(line)
  }

  mutating func finish() { file.bytes.withUnsafeBufferPointer { look($0) } }

  /// Looks through the lines that were gathered.
  private mutating func look(_ bytes: UnsafeBufferPointer<UInt8>) {
    defer { lines.removeAll(keepingCapacity: true) }
    guard let ayah = lines.first?.ayah else { return }
    var found = look(bytes, false)
    if lines[0].meaning != nil { found += look(bytes, true) }
    if !found.isEmpty {
      var seen: Set<Int> = []
      findings.append(
        TextFinding(
          ayah: ayah, words: found.filter { seen.insert($0.number).inserted }.sorted { $0.number < $1.number }
        ))
    }
  }

  private mutating func look(_ bytes: UnsafeBufferPointer<UInt8>, _ isMeaning: Bool) -> [TextWord] {
    var count = 0
    for line in lines {
      let range = isMeaning ? line.meaning ?? line.text.upperBound..<line.text.upperBound : line.text
      makeRoom(for: count + range.count + 2)
      if count > 0, symbols[count - 1] != Folding.blank {
        symbols[count] = Folding.blank
        count += 1
      }
      count = table.baseAddress.map { Folding.fold(bytes, range, into: symbols, count, $0) } ?? count
    }
    var words: [TextWord] = []
    for query in query.symbols {
      var start = 0
      while let range = match(query, from: start, count) {
        words += self.words(in: range, isMeaning)
        start = range.upperBound
      }
    }
    return words
  }

  private mutating func makeRoom(for count: Int) {
    guard count > symbols.count else { return }
    let larger = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: count * 2)
    _ = larger.initialize(from: symbols)
    symbols.deallocate()
    symbols = larger
  }

  // MARK: Matching

  private func match(_ query: [UInt16], from start: Int, _ count: Int) -> Range<Int>? {
    let symbols = UnsafeBufferPointer(rebasing: symbols[..<count])
    return self.query.match(query, in: symbols, from: start)
  }

  /// The words that lie in a stretch of the symbols.
  private func words(in range: Range<Int>, _ isMeaning: Bool) -> [TextWord] {
    let first = symbols[..<range.lowerBound].count { $0 == Folding.blank }
    let last = first + symbols[range].count { $0 == Folding.blank }
    if file.form == .words {
      // A meaning is of several words as often as not.
      var words: [TextWord] = []
      var count = 0
      for line in lines {
        let text = file.string(line.text)
        let meaning = line.meaning.map(file.string)
        let parts = Self.foldedCount(of: isMeaning ? meaning ?? "" : text)
        if parts > 0, count <= last, first < count + parts {
          words.append(TextWord(line.word, text, meaning: meaning))
        }
        count += parts
      }
      return words
    }
    let words = lines.flatMap { file.string($0.text).words(where: Self.isBlank) }.filter {
      Self.foldedCount(of: String($0)) > 0
    }
    return words.enumerated().filter { (first...last).contains($0.offset) }.map {
      TextWord($0.offset + 1, String($0.element))
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    TextQuery.folded("a\(scalar)a").contains(Folding.blank)
  }

  /// Returns the number of words that remain after folding a text.
  private static func foldedCount(of text: String) -> Int {
    TextQuery.folded(text).split(separator: Folding.blank).count
  }
}
