import TilawaBase

/// The character references of HTML and the formats that adopt them: `&amp;`, `&#x64E;`.
///
/// The 252 names of HTML 4 are supported, also without a semicolon where HTML has always allowed that. The
/// other names of HTML 5, nearly all of them mathematical signs, are not: they stay as they are.
enum CharacterReference {
  /// The signs of the reference behind an `&` at `start`, and where the text goes on; nil when none is there.
  ///
  /// `closing` is a sign that ends what the reference stands in.
  static func read(
    _ bytes: ArraySlice<UInt8>, from start: Int, before closing: UInt8? = nil
  ) -> (text: String, end: Int)? {
    guard start < bytes.endIndex, bytes[start] != closing else { return nil }
    return bytes[start] == UInt8(ascii: "#") ? number(bytes, start + 1) : name(bytes, start)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ start: Int) -> (text: String, end: Int)? {
    let isHex = start < bytes.endIndex && bytes[start] | 0x20 == UInt8(ascii: "x")
    let first = isHex ? start + 1 : start
    var at = first
    var value: UInt32 = 0
    while at < bytes.endIndex, let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue,
      isHex || digit < 10
    {
      value = min(0x11_0000, value * (isHex ? 16 : 10) + UInt32(digit))
      at += 1
    }
    guard at > first else { return nil }
    if at < bytes.endIndex, bytes[at] == UInt8(ascii: ";") { at += 1 }
    return (String(scalar(value)), at)
  }

  /// Returns the character of a number. 0x80 to 0x9F are read as Windows-1252, as pages that mistook it for
  /// Latin-1 mean it. 0, surrogates and numbers beyond the last character become U+FFFD.
  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    if (0x80...0x9F).contains(value), windows[Int(value) - 0x80] != 0 {
      return Unicode.Scalar(windows[Int(value) - 0x80]) ?? "\u{FFFD}"
    }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func name(_ bytes: ArraySlice<UInt8>, _ start: Int) -> (text: String, end: Int)? {
    let letters = bytes[start...].prefix(longest).prefix {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
    let name = String(decoding: letters, as: UTF8.self)
    if letters.endIndex < bytes.endIndex, bytes[letters.endIndex] == UInt8(ascii: ";"),
      let sign = signs[name]
    {
      return (sign, letters.endIndex + 1)
    }
    for length in stride(from: min(6, letters.count), through: 2, by: -1) {
      let name = String(decoding: letters.prefix(length), as: UTF8.self)
      if isOld(name), let sign = signs[name] { return (sign, start + length) }
    }
    return nil
  }

  /// Returns true if HTML also allows a name without a semicolon.
  private static func isOld(_ name: String) -> Bool {
    guard let sign = signs[name]?.unicodeScalars.first else { return false }
    return sign.value <= 0xFF && name != "apos"
  }

  /// The number of letters in the longest name.
  private static let longest = 8

  private static let signs: [String: String] = {
    var signs: [String: String] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "AMP": "&", "LT": "<", "GT": ">", "QUOT": "\"",
      "COPY": "\u{A9}", "REG": "\u{AE}", "apos": "'",
    ]
    for (value, name) in zip(UInt32(0xA0)..., latin.words(by: " ")) {
      signs[String(name)] = Unicode.Scalar(value).map { String($0) }
    }
    for pair in others.words(by: " ") {
      guard let (name, hex) = pair.cut(at: "="), let value = UInt32(hex, radix: 16) else { continue }
      signs[String(name)] = Unicode.Scalar(value).map { String($0) }
    }
    return signs
  }()

  /// From U+00A0 to U+00FF.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
    Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc \
    Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml \
    aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc \
    otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """

  private static let others = """
    OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2c6 tilde=2dc Alpha=391 Beta=392 \
    Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39a Lambda=39b Mu=39c Nu=39d \
    Xi=39e Omicron=39f Pi=3a0 Rho=3a1 Sigma=3a3 Tau=3a4 Upsilon=3a5 Phi=3a6 Chi=3a7 Psi=3a8 Omega=3a9 \
    alpha=3b1 beta=3b2 gamma=3b3 delta=3b4 epsilon=3b5 zeta=3b6 eta=3b7 theta=3b8 iota=3b9 kappa=3ba \
    lambda=3bb mu=3bc nu=3bd xi=3be omicron=3bf pi=3c0 rho=3c1 sigmaf=3c2 sigma=3c3 tau=3c4 upsilon=3c5 \
    phi=3c6 chi=3c7 psi=3c8 omega=3c9 thetasym=3d1 upsih=3d2 piv=3d6 ensp=2002 emsp=2003 thinsp=2009 \
    zwnj=200c zwj=200d lrm=200e rlm=200f ndash=2013 mdash=2014 lsquo=2018 rsquo=2019 sbquo=201a ldquo=201c \
    rdquo=201d bdquo=201e dagger=2020 Dagger=2021 bull=2022 hellip=2026 permil=2030 prime=2032 Prime=2033 \
    lsaquo=2039 rsaquo=203a oline=203e frasl=2044 euro=20ac image=2111 weierp=2118 real=211c trade=2122 \
    alefsym=2135 larr=2190 uarr=2191 rarr=2192 darr=2193 harr=2194 crarr=21b5 lArr=21d0 uArr=21d1 rArr=21d2 \
    dArr=21d3 hArr=21d4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220b \
    prod=220f sum=2211 minus=2212 lowast=2217 radic=221a prop=221d infin=221e ang=2220 and=2227 or=2228 \
    cap=2229 cup=222a int=222b there4=2234 sim=223c cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 \
    sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297 perp=22a5 sdot=22c5 lceil=2308 \
    rceil=2309 lfloor=230a rfloor=230b lang=27e8 rang=27e9 loz=25ca spades=2660 clubs=2663 hearts=2665 \
    diams=2666
    """

  /// The characters 0x80 to 0x9F of Windows-1252; 0 where it has none.
  private static let windows: [UInt32] = [
    0x20AC, 0, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17D,
    0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0, 0x17E,
    0x178,
  ]
}
