// The tab of modes has been opened: start a mode, unless a motion plays or another window has started one.
(() => {
  const button = (text) => [...document.querySelectorAll("button")].find((each) => each.textContent.trim() === text);
  const start = button("Vibrate");
  if (start && !button("Pause")) start.click();
})();
