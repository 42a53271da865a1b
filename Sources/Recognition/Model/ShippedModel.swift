/// The model that comes with the program, as `Tests/Trials/data/network` made it; `MODEL.md` describes its
/// training.
enum ShippedModel {
  /// The table.
  static var text: String { [part1, part2].map(String.init(describing:)).joined(separator: "\n") }
}
