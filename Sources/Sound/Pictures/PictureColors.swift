/// The colours of a picture, as 0xRRGGBB; the same in every form.
enum PictureColor: Int, CaseIterable {
  case background = 0xFFFFFF
  case wave = 0x2F4858
  case text = 0x222222
  case line = 0x8A8A8A
  case verified = 0xBFE6C3
  case unverified = 0xFFE2A3
  case skip = 0xDDDDDD

  init(_ kind: PictureRow.Kind) {
    switch kind {
    case .verified: self = .verified
    case .unverified: self = .unverified
    case .skip: self = .skip
    }
  }

  /// `#rrggbb`.
  var hex: String {
    let digits = String(rawValue, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
