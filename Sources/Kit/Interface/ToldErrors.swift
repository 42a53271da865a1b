import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaRecognition

extension ExchangeFailure: ToldError {
  package var told: TilawaError {
    switch remedy {
    case .formatToRead, .formatToWrite, .anyFormatToWrite: TilawaError(.unknownFormat, "\(self)")
    default: TilawaError(.unusable, "\(self)", at: place?.path)
    }
  }
}

extension MarkRefusal: ToldError {
  package var told: TilawaError { TilawaError(.refused, reason) }

  private var reason: String {
    switch self {
    case .misfit(.silent): "the recording is silent"
    case .misfit(.noWay): "the passage does not fit"
    case .misfit(.otherTempo(let tempo)):
      "the recording is too \(tempo < 1 ? "short" : "long") for the passage"
    case .misfit(.otherSounds): "the recording does not sound like the passage"
    case .unknownPassage: "cannot determine which passage is recited"
    case .handMade(let markers):
      "\(counted(markers.count, "marker")) made by hand would be removed; confirm them, or allow replacing them"
    case .unsegmentable: "the markers cannot become segments"
    }
  }
}
