<?xml version="1.0" encoding="UTF-8"?>
<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">
  <psc:chapter start="00:00:04.200" title="1:1 -- ۖ a" href="https://example.com/"/>
  <psc:chapter start="00:00:09.050" title="1:2"/>
</psc:chapters>
