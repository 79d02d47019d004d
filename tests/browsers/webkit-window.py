"""A bare window of WebKitGTK for WebKitWebDriver: MiniBrowser cannot be as narrow as a telephone."""

import argparse

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

arguments = argparse.ArgumentParser()
arguments.add_argument("--automation", action="store_true")
arguments.add_argument("--dark", action="store_true")
arguments.add_argument("--reduced-motion", action="store_true")
arguments.add_argument("--no-script", action="store_true")
arguments.add_argument("--faults", required=True)
chosen = arguments.parse_args()

desktop = Gtk.Settings.get_default()
desktop.set_property("gtk-application-prefer-dark-theme", chosen.dark)
desktop.set_property("gtk-enable-animations", not chosen.reduced_motion)

# The driver cannot read the console, so a page's complaints are handed over as they come.
hear_faults = """
const tell = (text) => webkit.messageHandlers.fault.postMessage(location.origin + ' ' + text);
const { error } = console;
console.error = (...words) => { tell(words.join(' ')); error(...words); };
// A page that is left aborts its requests, which is no fault of the page.
let isLeft = false;
addEventListener('beforeunload', () => { isLeft = true; });
addEventListener('pageshow', () => { isLeft = false; });
addEventListener('error', (event) => {
  if (event.message) tell(event.message);
  else if (!isLeft) tell('not loaded: ' + (event.target.src ?? event.target.href));
}, true);
addEventListener('unhandledrejection', (event) => tell(event.reason));
addEventListener('securitypolicyviolation', (event) => tell('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI));
"""


def report_fault(_manager, result):
    with open(chosen.faults, "a", encoding="utf-8") as file:
        file.write(result.get_js_value().to_string().replace("\n", " ") + "\n")


first_view = None


def open_window(_session):
    global first_view
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("fault")
    content.connect("script-message-received::fault", report_fault)
    content.add_script(
        WebKit2.UserScript.new(
            hear_faults,
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    # All windows share the first one's process: seven short visits took 9 instead of 11 s of a processor (2026-11-29).
    process = {"related_view": first_view} if first_view else {"web_context": context}
    view = WebKit2.WebView(
        **process,
        is_controlled_by_automation=True,
        user_content_manager=content,
        settings=WebKit2.Settings(
            enable_javascript=not chosen.no_script,
            # There is no graphics card, and emulating one takes a third of the time.
            hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
        ),
    )
    first_view = first_view or view
    window = Gtk.Window()
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    view.grab_focus()
    return view


def begin(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    session.set_application_info(info)
    session.connect("create-web-view", open_window)


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", begin)
Gtk.main()
