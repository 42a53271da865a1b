import Annotating
import TilawaKit
import Timing

extension Segmenting.Refusal {
  /// Why no segments are made, and what to do.
  var words: String {
    switch self {
    case .noMarkers: "there are no markers; `tilawa mark` finds some"
    case .unassigned(let times):
      "\(counted(times.count, "marker")) without ayah or skip, \(Self.places(times)); "
        + "`tilawa assign` names them, --partial lets them wait"
    case .endUnknown(let time):
      "the last marker, at \(time), has no end, and recording.yaml doesn't say how long the audio is "
        + "(audio.duration)"
    case .empty(let times):
      "\(counted(times.count, "marker")) that would end too early or too late, \(Self.places(times)): "
        + "an end lies after its marker and not after the next"
    }
  }

  private static func places(_ times: [Milliseconds]) -> String {
    let first = times.prefix(5).map(\.description).joined(separator: ", ")
    return "at \(first)\(times.count > 5 ? ", …" : "")"
  }
}
