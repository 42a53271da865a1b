import TilawaBase
import TilawaFormat
import TilawaYAML

/// Putting the rows of a file into the order of time.
enum RowsInOrder {
  /// Moves of whole lines, as few as will do; nil when the file has faults, or its rows are in order.
  static func fix<Row>(of file: CheckedRows<Row>) -> Diagnostic.Fix? {
    let order = file.inTime.map(\.index)
    guard file.isWhole, order != file.placed.map(\.index) else { return nil }
    let document = YAMLDocument(parsing: file.source)
    // The list of rows is the one sequence at the root.
    let lists = document.root?.mapping?.filter { $0.key.scalar?.value.begins(with: "x-") == false }
    guard let sequence = lists?.map(\.value).first(where: { $0.sequence != nil }),
      sequence.sequence?.count == order.count, !sequence.isFlow
    else { return nil }
    var editor = YAMLEditor(document)
    editor.replaceRows(of: sequence, with: order.map { .kept($0) })
    return .init("sort the rows by time", editor.edits)
  }
}
