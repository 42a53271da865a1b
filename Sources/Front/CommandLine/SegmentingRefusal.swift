import TilawaBase
import TilawaKit

extension Segmenting.Refusal {
  /// Why no segments are made, and what to do.
  var words: String {
    switch self {
    case .noMarkers: "there are no markers; `tilawa mark` finds some"
    case .unassigned(let times):
      "\(counted(times.count, "marker")) without an ayah or a skip, \(Self.places(times)); "
        + "`tilawa edit assign` names them, --partial leaves them waiting"
    case .endUnknown(let time):
      "the last marker, at \(time), has no end, and recording.yaml doesn't say how long the audio is "
        + "(audio.duration)"
    case .empty(let times):
      "\(counted(times.count, "marker")) whose end is wrong, \(Self.places(times)): "
        + "it lies before the marker, or after the next one"
    }
  }

  private static func places(_ times: [Milliseconds]) -> String {
    let first = times.prefix(5).map(\.description).joined(separator: ", ")
    return "at \(first)\(times.count > 5 ? ", …" : "")"
  }
}
