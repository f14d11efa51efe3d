"""Questions to the page of a report or a loop."""


def ask(browser, script, *values):
    """Return the value of an expression in the page."""
    return browser.execute_script(f"return {script}", *values)


def cursors(browser):
    return ask(browser, "armillary.plots().map(p => p.time)")


def drawn_after(browser, until, script):
    """Run a script and wait until the picture is drawn again."""
    before = ask(browser, "armillary.frames()")
    browser.execute_script(script)
    until(lambda: ask(browser, "armillary.frames()") > before, "the picture is drawn again")
