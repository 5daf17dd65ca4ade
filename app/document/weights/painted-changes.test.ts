import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bound, sequence } from "../../workspaces/bind/runs/testing/fake-weights";
import { adoptBake } from "../deform/deform-commands";
import { History } from "../history/history";
import { patch } from "../patch";
import { openSequence, setRestFrame } from "../sequence-commands";
import { boneEditResult } from "../solve/bone-commands";
import { solveResult } from "../solve/solve-commands";
import { createStores, type Stores } from "../stores";
import { runAndTell } from "./painted-changes";
import { lockWeights } from "./weight-locks";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

describe("edits of a rig with painted weights", () => {
  let history: History;
  const state = () => stores.document.getState();
  const said = () => stores.notices.getState().toasts.at(-1)?.title ?? null;
  const paint = (...painted: number[]) => {
    const { weightEdits } = state();
    history.run(
      patch(stores, "Paint", "brush", {
        weightEdits: { ...weightEdits, painted: Uint32Array.from(painted) },
      }),
    );
  };
  const report = { method: "auto" } as never;
  const solved = () => solveResult(stores, bound(0.5), report, { keptEarly: false, continued: false });

  beforeEach(() => {
    stores.notices.setState({ toasts: [] });
    history = new History();
    history.run(openSequence(stores, sequence, bound(0.3), null));
  });
  afterEach(() => stores.document.setState({ ...stores.document.getInitialState() }, true));

  it("report how many painted vertices have other weights, and an undo restores them", () => {
    for (const edit of [solved, () => adoptBake(stores, bound(0.5), 4)]) {
      paint(3, 5);
      stores.notices.setState({ toasts: [] });
      runAndTell(stores, history, edit());
      expect(said()).toBe("2 painted vertices have other weights now");
      history.undo();
      expect([state().rig?.weights.values[0], [...state().weightEdits.painted]]).toEqual([
        bound(0.3).weights.values[0],
        [3, 5],
      ]);
    }
  });

  it("report that painted weights were lost with the rig", () => {
    paint(3);
    runAndTell(stores, history, setRestFrame(stores, 0));
    expect(said()).toBe("The weights of 1 painted vertex were removed with the rig");
  });

  it("report nothing if painted weights stay, in any order of bones", () => {
    paint(3, 5);
    const { bones, weights, motion, ...rest } = bound(0.3);
    const turned = {
      ...rest,
      motion,
      bones: [bones[1], bones[0]],
      weights: { ...weights, bones: weights.bones.map((j) => 1 - j) },
    };
    runAndTell(stores, history, patch(stores, "Turn", "branch", { rig: turned }));
    expect(said()).toBeNull();
  });

  it("report nothing if nothing is painted", () => {
    runAndTell(stores, history, solved());
    expect(said()).toBeNull();
  });

  it("remove the locks of deleted bones", () => {
    paint(3);
    history.run(lockWeights(stores, ["part a", "part b"], true));
    const rig = { ...bound(0.3) };
    const merged = { ...rig, bones: [rig.bones[0], { ...rig.bones[1], name: "rest" }] };
    const result = { rig: merged, origin: Int32Array.of(0, -1), measures: {}, errorBefore: 0 };
    runAndTell(stores, history, boneEditResult(stores, { kind: "split", bone: 1 }, result as never));
    expect([said(), state().weightEdits.locked]).toEqual([
      "1 painted vertex has other weights now",
      ["part a"],
    ]);
    history.undo();
    expect(state().weightEdits.locked).toEqual(["part a", "part b"]);
  });
});
