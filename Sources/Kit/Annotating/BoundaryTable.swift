import TilawaBase
import TilawaQuran

/// An error in a table of boundaries, described for the user who named the file.
package struct BoundaryTableError: Error, Hashable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The problem, in lower case, without a full stop and without file and line.
  package var message: String
}

/// Reads tab-separated tables with times in seconds: rows of ayat, bare times, measured pauses.
///
/// Skips empty lines, lines that begin with `#`, and a first line without numbers, which is a header.
package enum BoundaryTable {
  /// The content of a table of boundaries.
  package enum Content: Hashable, Sendable {
    /// Rows with the columns `surah ayah start end`.
    case rows([RecitedRow])
    /// The times in the first column; other columns are ignored.
    case times([Double])
  }

  /// Reads rows of `surah ayah start end`, or lines that begin with a time.
  package static func read(_ text: some StringProtocol) throws(BoundaryTableError) -> Content {
    var rows: [RecitedRow] = []
    var times: [Double] = []
    for (number, columns) in lines(of: text) {
      if columns.count >= 4, let surah = Int(columns[0]), let ayah = Int(columns[1]) {
        guard times.isEmpty else { throw mixed(number) }
        let start = try time(columns[2], number)
        let end = try time(columns[3], number)
        guard (1...114).contains(surah), (0...286).contains(ayah) else {
          throw BoundaryTableError(
            line: number, message: "no such ayah: \(surah):\(ayah); the columns are surah, ayah, start, end")
        }
        guard start <= end else {
          throw BoundaryTableError(
            line: number, message: "\(surah):\(ayah) ends at \(columns[3]), before its start at \(columns[2])"
          )
        }
        rows.append(RecitedRow(Ayah(surah, ayah), start: start, end: end))
      } else {
        guard rows.isEmpty else { throw mixed(number) }
        times.append(try time(columns[0], number))
      }
    }
    return times.isEmpty ? .rows(rows) : .times(times)
  }

  /// Reads the pauses around boundaries from `boundary next_ayah pause_start pause_end distance dip kind`.
  ///
  /// Skips rows of a kind other than `pause`, and rows whose pause start is `-`.
  package static func readPauses(_ text: some StringProtocol) throws(BoundaryTableError) -> PauseWindows {
    var windows = PauseWindows()
    for (number, columns) in lines(of: text) {
      guard columns.count >= 7 else {
        throw BoundaryTableError(
          line: number,
          message: """
            has \(columns.count) columns; a table of pauses has seven: boundary, ayah, pause start, \
            pause end, distance, dip, kind
            """)
      }
      let boundary = try time(columns[0], number)
      guard columns[6] == "pause", columns[2] != "-" else { continue }
      windows.add(
        boundary: boundary, from: try time(columns[2], number), to: try time(columns[3], number))
    }
    return windows
  }

  private static func lines(of text: some StringProtocol) -> [(number: Int, columns: [Substring])] {
    var found: [(number: Int, columns: [Substring])] = []
    var isFirst = true
    for (index, line) in String(text).lines.enumerated() {
      let columns = line.words(by: "\t ")
      guard let first = columns.first, !first.begins(with: "#") else { continue }
      defer { isFirst = false }
      if isFirst, !columns.contains(where: { Double($0) != nil }) { continue }
      found.append((index + 1, columns))
    }
    return found
  }

  private static func time(_ text: Substring, _ line: Int) throws(BoundaryTableError) -> Double {
    guard let time = Double(text), time >= 0, time < 1e9 else {
      throw BoundaryTableError(
        line: line, message: "\"\(text)\" is not a time in seconds, such as 14.010")
    }
    return time
  }

  private static func mixed(_ line: Int) -> BoundaryTableError {
    BoundaryTableError(
      line: line,
      message:
        """
        different columns from the lines above; use either surah, ayah, start, end or a time first
        """)
  }
}
