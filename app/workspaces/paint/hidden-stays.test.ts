import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Command, History } from "../../document/history/history";
import { setPaint } from "../../document/paint-settings";
import { hideVertices, setPartsHidden, showEverything } from "../../document/scene/hiding-commands";
import { fillIntent } from "../../document/solve/intent-commands";
import type { Stores } from "../../document/stores";
import { changeable, changeMask, shownMarks } from "../../document/vertices/changeable";
import { selectVertices, setMask, vertexSelection } from "../../document/vertices/vertex-selection";
import { type OpenedSheet, openSheet, SHEET, SHEET_SEED } from "../../document/weights/testing/hidden-sheet";
import { BONES } from "../../document/weights/testing/weights";
import { COPIED_WEIGHTS, copySelection, exchangeBones, pasteSelection } from "./copying/copied-weights";
import { flood, normaliseWeights, pruneWeights } from "./weight-edits-by-hand";

const { every, rig, sequence } = SHEET;

let stores: Stores;
let history: History;
let row: OpenedSheet["row"];
let toasts: OpenedSheet["toasts"];
const run = (command: Command | string | null) => {
  if (command !== null && typeof command !== "string") history.run(command);
};

beforeEach(() => {
  ({ stores, history, row, toasts } = openSheet());
  stores.view.setState({ selectedBone: 1 });
  setPaint(stores, { operation: "replace", value: 0.9, strength: 1 });
});

const everything = () => Uint32Array.from(every);
const OPERATIONS: Record<string, () => Command | string | null> = {
  "a flood of the mesh": () => flood(stores, "everywhere"),
  "a flood of the bone": () => flood(stores, "where it acts"),
  "a flood of the selection": () => flood(stores, "selection"),
  normalising: () => normaliseWeights(stores),
  pruning: () => pruneWeights(stores, 0.2, 0),
  "a limit of influences": () => pruneWeights(stores, 0, 2),
  "a copy from bone to bone": () => {
    stores.of(COPIED_WEIGHTS).setState({ bone: BONES[0].name });
    return exchangeBones(stores, "copy");
  },
  "weights pasted onto a selection": () => {
    // All vertices get the weights of the first one.
    const chosen = vertexSelection(stores);
    stores.document.setState({ vertexSelection: { ...chosen, vertices: Uint32Array.of(0) } });
    copySelection(stores);
    stores.document.setState({ vertexSelection: chosen });
    return pasteSelection(stores);
  },
};

describe("hidden vertices keep their weights, and the others change", () => {
  for (const [what, operation] of Object.entries(OPERATIONS)) {
    it(`through ${what} (seed ${SHEET_SEED})`, () => {
      const before = every.map(row);
      const subsets = fc.subarray(every, { minLength: 20, maxLength: 60 });
      fc.assert(
        fc.property(subsets, (hidden) => {
          history.run(hideVertices(stores, Uint32Array.from(hidden)));
          const shown = shownMarks(stores)!;
          const count = shown.filter((is) => !is).length;
          // The selection is older than the hiding, as in a project of an earlier version.
          const chosen = { ...vertexSelection(stores), vertices: everything() };
          stores.document.setState({ vertexSelection: chosen });
          run(operation());
          for (const i of every) if (!shown[i]) expect(row(i)).toEqual(before[i]);
          expect(every.some((i) => `${row(i)}` !== `${before[i]}`)).toBe(shown.includes(1));
          if (count > 0) expect(toasts().at(-1)).toMatch(new RegExp(`^${count} hidden vert\\w+ stays? as`));
          stores.document.setState({ sequence, rig, weightLayers: null });
          history.run(showEverything(stores));
        }),
        { seed: SHEET_SEED, numRuns: 12 },
      );
    });
  }

  it("through a fill of a map for the solve", () => {
    history.run(hideVertices(stores, Uint32Array.of(0, 1, 9, 10)));
    run(fillIntent(stores, "importance", 4));
    const { importance } = stores.document.getState().intent;
    const shown = shownMarks(stores)!;
    expect([...importance!]).toEqual(every.map((i) => (shown[i] ? 4 : 1)));
  });
});

describe("hidden vertices", () => {
  it("cannot be selected, and leave the selection until the step is undone", () => {
    run(selectVertices(stores, everything()));
    history.run(hideVertices(stores, Uint32Array.of(0, 1, 9, 10)));
    const kept = [...vertexSelection(stores).vertices];
    expect(kept).toEqual(every.filter((i) => shownMarks(stores)![i]));
    expect(selectVertices(stores, everything())).toBeNull();
    history.undo();
    expect(vertexSelection(stores).vertices.length).toBe(every.length);
  });

  it("are left out of the mask, whether one is painted or not", () => {
    expect(changeMask(stores)).toBeNull();
    expect(changeable(stores)).toEqual({ vertices: null, hidden: 0 });
    history.run(hideVertices(stores, Uint32Array.of(0, 1, 9, 10)));
    const shown = shownMarks(stores)!;
    expect([...changeMask(stores)!]).toEqual([...shown]);
    expect(changeMask(stores)).toBe(changeMask(stores));
    const half = Float32Array.from(every, (i) => (i < 40 ? 0.5 : 0));
    history.run(setMask(stores, half, "Paint mask"));
    expect([...changeMask(stores)!]).toEqual(every.map((i) => (shown[i] ? half[i] : 0)));
    const { vertices, hidden } = changeable(stores);
    expect([...vertices!]).toEqual(every.filter((i) => shown[i] && i < 40));
    expect(hidden).toBe(shown.filter((is) => !is).length);
  });

  it("of a hidden part all count", () => {
    history.run(setPartsHidden(stores, [0], true));
    expect(changeable(stores)).toEqual({ vertices: new Uint32Array(), hidden: every.length });
    expect(flood(stores, "everywhere")).toBeNull();
  });
});
