// A line at the displayed time in every chart; clicks in charts move the time.
//
// viser's charts report nothing to the server. This script writes the time of a click into the field beside the time
// slider, and viser sends it. The field shows the time while a motion plays, so the lines follow it.
(() => {
  if (window.armillaryTimeCursor) return;
  const LABEL = "time [s]";
  const DRAGGED = 4; // pixels: a longer drag is a zoom, not a click
  let pressed = null;

  const field = () => {
    const label = [...document.querySelectorAll("label")].find((each) => each.textContent === LABEL);
    const slider = label && document.getElementById(label.htmlFor);
    return slider ? slider.parentElement.querySelector("input.mantine-NumberInput-input") : null;
  };
  const known = () => Object.values((window.__viserTestpoints || {}).uplots || {}).map((each) => each.chart);
  const range = () => {
    const says = document.querySelector("[data-armillary-start]");
    return says ? [Number(says.dataset.armillaryStart), Number(says.dataset.armillaryEnd)] : null;
  };
  // viser does not list enlarged charts; they show the whole time range until a zoom.
  const timeAt = (over, x) => {
    const chart = known().find((each) => each.over === over);
    if (chart) return chart.posToVal(x, "x");
    const whole = range();
    return whole ? whole[0] + (x / over.clientWidth) * (whole[1] - whole[0]) : null;
  };
  const placeOf = (over, time) => {
    const chart = known().find((each) => each.over === over);
    if (chart) return chart.valToPos(time, "x");
    const whole = range();
    return whole && whole[1] > whole[0] ? ((time - whole[0]) / (whole[1] - whole[0])) * over.clientWidth : NaN;
  };
  const goTo = (time) => {
    const input = field();
    if (!input || !Number.isFinite(time)) return;
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    set.call(input, String(Math.round(time * 1e6) / 1e6));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  document.addEventListener("pointerdown", (event) => (pressed = [event.clientX, event.clientY]), true);
  document.addEventListener(
    "click",
    (event) => {
      const over = event.target.closest ? event.target.closest(".u-over") : null;
      if (!over) return;
      const moved = pressed ? Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) : 0;
      if (moved <= DRAGGED) goTo(timeAt(over, event.clientX - over.getBoundingClientRect().left));
    },
    true,
  );

  const draw = () => {
    const input = field();
    const time = input && input.value !== "" ? Number(input.value) : NaN;
    for (const over of document.querySelectorAll(".u-over")) {
      let line = over.querySelector(".armillary-now");
      if (!line) {
        line = document.createElement("div");
        line.className = "armillary-now";
        line.style.cssText =
          "position:absolute;top:0;bottom:0;left:0;width:0;border-left:1.5px solid #f08c00;pointer-events:none";
        over.appendChild(line);
      }
      const x = placeOf(over, time);
      const inside = Number.isFinite(x) && x >= 0 && x <= over.clientWidth;
      line.style.display = inside ? "block" : "none";
      if (inside) line.style.transform = `translateX(${x}px)`;
    }
  };
  window.armillaryTimeCursor = setInterval(draw, 40);
})();
