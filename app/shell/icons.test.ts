import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { WORKSPACES } from "../workspaces";
import { actionsOf } from "./action-list";

const ACTIONS = actionsOf(WORKSPACES).all;

/** Icons of several actions: what the icon means, and the actions that mean it. One icon, one meaning. */
const SHARED: Record<string, [meaning: string, ...actions: string[]]> = {
  again: ["works on from what there is", "rig.continue", "bind.optimise", "deform.prepare"],
  ball: ["clay", "shading.clay", "paint.colours-clay"],
  bolt: ["solving", "rig.solve", "workspace.solve"],
  bone: ["bones", "view.bones", "file.open-skeleton"],
  branch: ["hangs bones on their parents", "rig.connect", "skeleton.connect"],
  brush: [
    "paints",
    "workspace.paint",
    "paint.weight",
    "paint.operation-add",
    "paint.operation-replace",
    "paint.operation-scale",
    "paint.operation-sharpen",
    "paint.operation-smooth",
    "intent.paint-density",
    "intent.paint-importance",
    "intent.paint-rigid",
    "intent.paint-together",
    "deform.paint-alpha",
    "deform.paint-kappa",
    "deform.paint-lambda",
  ],
  check: ["takes what there is", "rig.keep", "bind.keep", "joints.apply", "skeleton.end-chain"],
  clock: ["what was before", "file.versions", "edit.history"],
  count: ["how many bones move a vertex", "shading.influences", "paint.limit"],
  cursor: ["selects nothing", "edit.select-none", "skeleton.deselect"],
  cut: ["parts a bone", "bone.split", "skeleton.split"],
  exp: ["writes a file", "file.export", "file.export-json", "deform.download", "compare.csv"],
  fill: ["floods", "paint.flood", "paint.flood-bone"],
  heat: ["an error as colours", "shading.error", "paint.colours-energy"],
  info: ["about Sinew", "help.about", "help.notices"],
  joint: ["draws skeletons", "skeleton.draw", "paint.skeleton"],
  layers: ["bones as colours", "shading.bones", "paint.colours-bones"],
  lock: ["locks", "edit.lock-bone", "edit.lock-weights", "paint.lock", "paint.lock-others"],
  merge: ["makes one bone of several", "bone.merge", "skeleton.dissolve"],
  mirror: [
    "copies to the other side",
    "bone.mirror",
    "skeleton.mirror",
    "paint.mirror-to-minus-x",
    "paint.mirror-to-plus-x",
  ],
  next: ["one on", "play.next", "deform.next-pose", "bind.next-exemplar", "bind.step"],
  panel: ["shows a panel", "view.inspector", "view.outliner", "view.timeline"],
  pause: ["rests", "rig.pause", "bind.pause", "compare.pause"],
  play: ["goes on", "play.toggle", "deform.play", "help.go-on"],
  plus: ["adds one", "skeleton.new", "deform.keep-pose", "deform.add-pane", "compare.add"],
  pose: ["poses", "workspace.deform", "deform.test-poses"],
  prev: ["one back", "play.previous", "deform.previous-pose", "bind.previous-exemplar"],
  radius: [
    "the brush's size",
    "paint.brush-larger",
    "paint.brush-smaller",
    "deform.brush-larger",
    "deform.brush-smaller",
  ],
  ramp: ["weights as colours", "shading.weights", "paint.colours-weights"],
  reach: ["what a brush reaches", "paint.reach-surface", "paint.reach-through", "paint.reach-volume"],
  rest: ["the rest pose", "rig.rest-frame", "paint.rest"],
  restart: ["back to the start", "bind.reset", "deform.reset-pose"],
  stop: ["ends what runs", "help.cancel-reading", "joints.keep"],
  sym: ["works on both sides", "paint.mirror-x", "skeleton.both-sides"],
  trash: [
    "deletes",
    "bone.delete",
    "skeleton.delete",
    "skeleton.delete-branch",
    "skeleton.clear",
    "intent.clear",
    "bind.clear",
    "bind.remove-suspicious",
    "deform.delete-poses",
    "compare.clear",
  ],
  unpin: ["lets go of what is held", "paint.release", "paint.release-bone", "paint.release-vertex"],
  unlock: ["unlocks", "edit.unlock-all", "paint.unlock-all"],
  x: [
    "leaves or gives up",
    "file.close",
    "rig.cancel",
    "bind.cancel",
    "bind.stop-measuring",
    "bind.leave-exemplar",
    "compare.cancel",
    "deform.cancel",
    "deform.leave-painting",
    "deform.remove-pane",
    "intent.leave-painting",
    "joints.discard",
    "paint.no-vertex",
  ],
};

describe("icons of actions", () => {
  it("have one meaning each", () => {
    const owners: Record<string, string[]> = {};
    for (const { id, icon } of ACTIONS) if (icon) (owners[icon] ??= []).push(id);
    const shared = Object.entries(owners).filter(([, ids]) => ids.length > 1);
    expect(Object.fromEntries(shared.map(([icon, ids]) => [icon, [...ids].sort()]))).toEqual(
      Object.fromEntries(Object.entries(SHARED).map(([icon, [, ...ids]]) => [icon, [...ids].sort()])),
    );
  });

  it("are drawn, each differently", () => {
    const drawn = [
      ...readFileSync("app/ui/icons.svg", "utf8").matchAll(/id="icon-(\w+)"[^>]*>(.*?)<\/symbol>/gs),
    ];
    const names = new Set(drawn.map(([, name]) => name));
    for (const { id, icon } of ACTIONS) if (icon) expect(names, id).toContain(icon);
    expect(new Set(drawn.map(([, , shape]) => shape)).size).toBe(drawn.length);
  });
});
