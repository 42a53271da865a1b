// Tells the server that the list of bundles is still open, so that it doesn't end.
new EventSource(new URL("./events", location.href));
