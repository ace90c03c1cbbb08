// Solve: put a position together, and see the best play at once.

import { h } from "./dom.js";
import { describe } from "./engine.js";
import { answer } from "./solve/answer.js";
import { editor } from "./solve/editor.js";
import { addressOf, readPosition } from "./solve/position.js";
import { _ } from "./words.js";

/** Shows the view. */
export function mount(root, params) {
  let ended = false;
  let shown = null;
  const loading = h("p.quiet.start", { role: "status" }, _("The engine is loading…"));
  root.append(loading);
  describe().then(
    ({ presets }) => {
      if (ended) return;
      const position = readPosition(params, presets);
      shown = answer(presets);
      const change = (next) => {
        history.replaceState(null, "", addressOf(next));
        shown.solve(next, (faults) => edited.mark(faults));
      };
      const edited = editor(presets, position, change);
      loading.remove();
      root.append(
        h("div.workbench", {}, h("div.stack", {}, introduction(), edited.element), h("aside.stack.answer", { "aria-label": _("Best play") }, shown.element)),
      );
      shown.solve(position, (faults) => edited.mark(faults));
    },
    (error) => loading.replaceChildren(_("The engine could not be loaded: {error}", { error: error.message })),
  );
  return () => {
    ended = true;
    shown?.end();
  };
}

function introduction() {
  return h(
    "div",
    {},
    h("h1", {}, _("Find the best play")),
    h("p.quiet", {}, _("Put the table and your hand together by tapping tiles. The best play appears at once, with a proof that none is better.")),
  );
}
