import TilawaCommandLine

// Nothing else here: closures formed at the top level of a program belong to the main actor, and
// die when another thread runs them.
tilawaMain(CommandLine.arguments)
