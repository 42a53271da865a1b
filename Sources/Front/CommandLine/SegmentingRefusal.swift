import TilawaBase
import TilawaKit

extension Segmenting.Refusal {
  /// Why no segments are made, and what to do.
  var words: String {
    switch self {
    case .noMarkers: "no markers; use `tilawa mark` to find ayat"
    case .unassigned(let times):
      "\(counted(times.count, "marker")) without an ayah or a skip, \(Self.places(times)); "
        + "use `tilawa edit assign` to name them, or --partial to leave them"
    case .endUnknown(let time):
      "the last marker, at \(time), has no end, and recording.yaml does not give the length of the audio "
        + "(audio.duration)"
    case .empty(let times):
      "\(counted(times.count, "marker")) whose end is wrong, \(Self.places(times)): "
        + "it is before the marker, or after the next one"
    }
  }

  private static func places(_ times: [Milliseconds]) -> String {
    let first = times.prefix(5).map(\.description).joined(separator: ", ")
    return "at \(first)\(times.count > 5 ? ", …" : "")"
  }
}
