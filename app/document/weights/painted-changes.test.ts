import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bound, sequence } from "../../workspaces/bind/runs/testing/fake-weights";
import { connectBones, openSequence, patch, setRestFrame, solveResult } from "../commands";
import { adoptBake } from "../deform/deform-commands";
import { useDocument } from "../document";
import { History } from "../history";
import { useNotices } from "../session/notices";
import { editBones } from "../solve/bone-commands";
import { runAndTell } from "./painted-changes";
import { lockWeights } from "./weight-locks";

describe("edits of a rig with painted weights", () => {
  let history: History;
  const state = useDocument.getState;
  const said = () => useNotices.getState().toasts.at(-1)?.title ?? null;
  const paint = (...painted: number[]) => {
    const { weightEdits } = state();
    history.run(
      patch("Paint", "brush", { weightEdits: { ...weightEdits, painted: Uint32Array.from(painted) } }),
    );
  };
  const report = { method: "auto" } as never;
  const solved = () => solveResult(bound(0.5), report, { keptEarly: false, continued: false });

  beforeEach(() => {
    useDocument.setState({ ...useDocument.getInitialState() }, true);
    useNotices.setState({ toasts: [] });
    history = new History();
    history.run(openSequence(sequence, bound(0.3), null));
  });
  afterEach(() => useDocument.setState({ ...useDocument.getInitialState() }, true));

  it("say how many painted vertices have other weights, and undo brings them back", () => {
    for (const edit of [solved, () => adoptBake(bound(0.5), 4)]) {
      paint(3, 5);
      useNotices.setState({ toasts: [] });
      runAndTell(history, edit());
      expect(said()).toBe("2 painted vertices have other weights now");
      history.undo();
      expect([state().rig?.weights.values[0], [...state().weightEdits.painted]]).toEqual([
        bound(0.3).weights.values[0],
        [3, 5],
      ]);
    }
  });

  it("say that painted weights went with the rig", () => {
    paint(3);
    runAndTell(history, setRestFrame(0));
    expect(said()).toBe("The weights of 1 painted vertex went with the rig");
  });

  it("say nothing where painted weights stay, in whatever order the bones are", () => {
    paint(3, 5);
    const { bones, weights, motion, ...rest } = bound(0.3);
    const turned = {
      ...rest,
      motion,
      bones: [bones[1], bones[0]],
      weights: { ...weights, bones: weights.bones.map((j) => 1 - j) },
    };
    runAndTell(history, connectBones(turned, Uint32Array.of(1, 0)));
    expect(said()).toBeNull();
  });

  it("say nothing where nothing is painted", () => {
    runAndTell(history, solved());
    expect(said()).toBeNull();
  });

  it("let go of locks of bones that are gone", () => {
    paint(3);
    history.run(lockWeights(["part a", "part b"], true));
    const rig = { ...bound(0.3) };
    const merged = { ...rig, bones: [rig.bones[0], { ...rig.bones[1], name: "rest" }] };
    const result = { rig: merged, origin: Int32Array.of(0, -1), measures: {}, errorBefore: 0 };
    runAndTell(history, editBones({ kind: "split", bone: 1 }, result as never));
    expect([said(), state().weightEdits.locked]).toEqual([
      "1 painted vertex has other weights now",
      ["part a"],
    ]);
    history.undo();
    expect(state().weightEdits.locked).toEqual(["part a", "part b"]);
  });
});
