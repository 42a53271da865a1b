/// A stretch of bytes of a file, kept in eight bytes because a row holds a dozen of them.
///
/// Files over 64 MiB are refused before they are read (Y014), so 32 bits are enough.
public struct ByteRange: Hashable, Sendable {
  private let start: UInt32
  private let end: UInt32

  /// Creates a compact copy of `range`.
  public init(_ range: Range<Int>) {
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  /// For slicing and for places.
  public var range: Range<Int> { Int(start)..<Int(end) }
}

/// A value and where it is written.
public struct Located<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  private let bytes: ByteRange

  /// `value`, written in `range`.
  public init(_ value: Value, _ range: Range<Int>) {
    self.value = value
    bytes = ByteRange(range)
  }

  /// Returns another value at the same place, derived from this one.
  public func map<Other: Sendable>(_ other: (Value) -> Other) -> Located<Other> {
    Located<Other>(other(value), range)
  }

  /// The bytes of the value in its file.
  public var range: Range<Int> { bytes.range }
}

extension Located: Equatable where Value: Equatable {}
