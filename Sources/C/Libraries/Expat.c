#include "CExpat.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libexpat.so.1", type, name, parameters, arguments)
FUNCTION(const XML_LChar *, XML_ErrorString, (enum XML_Error code), (code))
FUNCTION(XML_Index, XML_GetCurrentByteIndex, (XML_Parser parser), (parser))
FUNCTION(enum XML_Error, XML_GetErrorCode, (XML_Parser parser), (parser))
FUNCTION(enum XML_Status, XML_Parse,
         (XML_Parser parser, const char *s, int len, int isFinal),
         (parser, s, len, isFinal))
FUNCTION(XML_Parser, XML_ParserCreateNS,
         (const XML_Char *encoding, XML_Char namespaceSeparator),
         (encoding, namespaceSeparator))
FUNCTION(void, XML_ParserFree, (XML_Parser parser), (parser))
FUNCTION(void, XML_SetCharacterDataHandler, (XML_Parser parser, XML_CharacterDataHandler handler), (parser, handler))
FUNCTION(void, XML_SetElementHandler,
         (XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end),
         (parser, start, end))
FUNCTION(void, XML_SetStartDoctypeDeclHandler, (XML_Parser parser, XML_StartDoctypeDeclHandler start), (parser, start))
FUNCTION(void, XML_SetUserData, (XML_Parser parser, void *userData), (parser, userData))
FUNCTION(enum XML_Status, XML_StopParser, (XML_Parser parser, XML_Bool resumable), (parser, resumable))
#endif
