"""A real Chromium without a screen, driven over its pipe, and what tests with it say: shared by Tests/Trials/studio/written-pages and
Tests/Trials/studio/page. Needs Chromium (apt install chromium) and nothing else but Python."""
import base64, json, os, pathlib, shutil, subprocess, sys, time

HOSTILE = "<script>window.hacked=1</script><img src=x onerror=window.hacked=2>\"'`--></style>&lt;\u202e\u2028\u0001"


class Browser:
    """Chromium over its pipe: messages of the DevTools protocol, each ended by a zero byte."""

    def __init__(self, folder):
        program = next((shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), None)
        if program is None:
            print("skipped: there is no Chromium here")
            sys.exit(0)
        take, self.into = os.pipe()
        self.out, give = os.pipe()

        def places():
            os.dup2(take, 13), os.dup2(give, 14)
            os.dup2(13, 3), os.dup2(14, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--mute-audio",
             "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=places, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(take), os.close(give)
        self.number, self.rest, self.events = 0, b"", []
        target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.out, 1 << 16)
            if not part:
                raise SystemExit("Chromium is gone")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if hasattr(self, "session"):
            message["sessionId"] = self.session
        os.write(self.into, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def until(self, script, seconds=10):
        end = time.time() + seconds
        while time.time() < end:
            try:
                if self.run(script):
                    return True
            except SystemExit as error:
                # The page that was asked is just being left.
                if "navigated or closed" not in str(error):
                    raise
            time.sleep(0.05)
        raise SystemExit(f"never came true: {script}; {self.run('document.body.innerText.slice(0, 200)')}")

    def look(self, width=1200, height=900, dark=False, media="", forced=False):
        """How large the window is, and what its reader prefers."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "forced-colors", "value": "active" if forced else "none"}])

    def open(self, path, **settings):
        """Opens a file or an address, and waits until its script says that it is ready."""
        self.look(**settings)
        address = str(path)
        self.call("Page.navigate", url=address if address.startswith("http:") else pathlib.Path(path).resolve().as_uri())
        self.until("document.readyState === 'complete' && document.body?.dataset.ready === 'true'")

    def key(self, name, text=None, modifiers=(), code=None):
        """Presses a key; a single character writes itself where nothing else is said."""
        codes = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9,
                 "PageDown": 34, "PageUp": 33, " ": 32, "Delete": 46, "Backspace": 8, "Escape": 27, "Insert": 45}
        bits = sum({"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}[one] for one in modifiers)
        if len(name) == 1 and name.isupper():
            bits |= 8
        if text is None and not bits & 7:
            text = {"Enter": "\r"}.get(name, name if len(name) == 1 else None)
        code = code or (f"Key{name.upper()}" if len(name) == 1 and name.isalpha() else name)
        number = codes.get(name, ord(name.upper()) if len(name) == 1 and name.isalnum() else 0)
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=code, text=text or "", modifiers=bits,
                  windowsVirtualKeyCode=number)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=code, modifiers=bits, windowsVirtualKeyCode=number)

    def write(self, text):
        """Text into the field that has the focus."""
        self.call("Input.insertText", text=text)

    def box(self, selector):
        """Left, top, width and height of an element, which is scrolled into view."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})")
        return self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        "return [b.x, b.y, b.width, b.height]; })()")

    def mouse(self, kind, x, y, modifiers=(), **more):
        bits = sum({"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}[one] for one in modifiers)
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, modifiers=bits, **more)

    def click_at(self, x, y, count=1, modifiers=()):
        for number in range(1, count + 1):
            self.mouse("mousePressed", x, y, modifiers, button="left", clickCount=number)
            self.mouse("mouseReleased", x, y, modifiers, button="left", clickCount=number)

    def click(self, selector, count=1):
        x, y, width, height = self.box(selector)
        self.click_at(x + width / 2, y + height / 2, count)

    def drag(self, start, end, modifiers=(), steps=6, waiting=0.0):
        """From one place to another with the left button down."""
        (x, y), (to_x, to_y) = start, end
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, modifiers, button="left", clickCount=1)
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", x + (to_x - x) * step / steps, y + (to_y - y) * step / steps, modifiers, button="left", buttons=1)
        time.sleep(waiting)
        self.mouse("mouseReleased", to_x, to_y, modifiers, button="left", clickCount=1)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def requests(self):
        return [one["params"]["request"]["url"] for one in self.events if one.get("method") == "Network.requestWillBeSent"]

    def complaints(self):
        return [json.dumps(one["params"])[:300] for one in self.events
                if one.get("method") == "Runtime.exceptionThrown" or one.get("method") == "Page.javascriptDialogOpening"
                or (one.get("method") == "Log.entryAdded" and one["params"]["entry"]["level"] == "error")]


def check(said, expected=True):
    good = said == expected
    print(("ok    " if good else "WRONG ") + check.what + ("" if good else f": {said!r} instead of {expected!r}"))
    if not good:
        check.failures += 1


check.failures = 0


def what(text):
    check.what = text


def near(a, b, by):
    return abs(a - b) <= by


def accessible(browser, name, axe):
    """Holds what is shown against axe-core."""
    # The page's policy lets no script in but its own; the protocol may.
    browser.run(pathlib.Path(axe).read_text() + "\n;0")
    found = browser.run("axe.run().then((r) => r.violations.map((v) => v.impact + ' ' + v.id + ' ' + v.nodes[0].html.slice(0, 120)))")
    what(f"{name}: axe-core finds nothing")
    check(found, [])
