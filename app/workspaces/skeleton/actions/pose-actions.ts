import { namedPartners } from "../../../../workers/geometry/body/names/named-partners";
import { mirroredPose } from "../../../../workers/geometry/posing/mirror-pose";
import { limitsOfMotion } from "../../../../workers/geometry/posing/motion-limits";
import { posePartners } from "../../../../workers/geometry/posing/pose-partners";
import type { JointLimits } from "../../../../workers/model/rig/rig";
import { branchOf } from "../../../../workers/model/tree-of-parents";
import type { Action } from "../../../actions/action";
import { noBone, noRig } from "../../../actions/guards/guards";
import type { Studio } from "../../../actions/studio";
import { plural } from "../../../common/format";
import { setPose } from "../../../document/deform/deform-commands";
import { poseOnScreen } from "../../../document/deform/posing";
import { selectedBones } from "../../../document/selection";
import { toast } from "../../../document/session/toasts";
import { bodyOfRig } from "../../../document/skeleton/body-of-rig";
import { setJointLimits } from "../../../document/skeleton/limit-commands";
import type { Stores } from "../../../document/stores";
import type { PosingState } from "../../../document/view-state";

export const setPosing = (stores: Stores, change: Partial<PosingState>): void =>
  stores.view.setState(({ posing }) => ({ posing: { ...posing, ...change } }));

const toolAction = (
  tool: Exclude<PosingState["tool"], "select">,
  rest: Pick<Action, "label" | "icon" | "keys" | "help" | "words">,
): Action => ({
  id: `pose.${tool}`,
  ...rest,
  refusal: noRig,
  checked: ({ view }) => view.getState().posing.tool === tool,
  perform: (studio) =>
    setPosing(studio, { tool: studio.view.getState().posing.tool === tool ? "select" : tool }),
});

const notPosed = (stores: Stores) =>
  noRig(stores) ?? (stores.document.getState().pose ? null : "No pose is shown.");

/** Why the body has no sides, or null. */
function noSides(stores: Stores): string | null {
  const refusal = noRig(stores);
  const { rig } = stores.document.getState();
  if (refusal || !rig) return refusal;
  return rig.bones.length > 1 ? null : "A single bone has no other side.";
}

/** Mirrors the pose onto all bones or onto the partners of some, as one step. */
function mirror(studio: Studio, label: string, chosen: readonly number[] | null): void {
  const { rig, sequence } = studio.document.getState();
  const pose = poseOnScreen(studio);
  if (!rig || !sequence || !pose) return;
  const { pairs, shape } = bodyOfRig(rig, sequence.upAxis);
  const partner = posePartners(rig, pairs);
  const onto = chosen && [...partner.keys()].filter((j) => chosen.includes(partner[j]));
  const body = { bones: rig.bones, partner, plane: pairs.plane, tips: shape.tips };
  studio.history.run(setPose(studio, mirroredPose(pose, body, onto ?? undefined), label));
  const alone = chosen ? 0 : partner.filter((j) => j < 0).length;
  if (alone > 0) {
    const who = plural(alone, "bone has", "bones have");
    const what = "Bones without one keep their pose. Name pairs with .L and .R, or mirror the bones first.";
    toast(studio, `${who} no counterpart`, what, { kind: "warning" });
  }
}

function partnerless(stores: Stores): string | null {
  const refusal = noBone(stores) ?? noSides(stores);
  const { rig, sequence } = stores.document.getState();
  if (refusal || !rig || !sequence) return refusal;
  const partner = namedPartners(rig.bones, bodyOfRig(rig, sequence.upAxis).pairs.partner);
  const sided = selectedBones(stores.view.getState()).some((j) => partner[j] >= 0 && partner[j] !== j);
  return sided ? null : "The selected bone has no counterpart on the other side.";
}

function named(studio: Studio, bones: readonly number[]): string {
  const { rig } = studio.document.getState();
  return bones.length === 1 && rig ? rig.bones[bones[0]].name : plural(bones.length, "bone");
}

const withLimits = (stores: Stores, j: number): boolean =>
  stores.document.getState().rig?.bones[j]?.limits !== undefined;

/** Actions that pose bones. They never change the motion. */
export const POSE_ACTIONS: Action[] = [
  toolAction("rotate", {
    label: "Rotate bones",
    icon: "rotate",
    keys: ["R"],
    help: "Drag the rings to turn the selected bone. Its branch follows.",
    words: "fk pose",
  }),
  toolAction("reach", {
    label: "Drag bone ends",
    icon: "ik",
    keys: ["I"],
    help: "Drag the white handle of the selected bone (IK): the bones above it follow. The ring sets the bend.",
    words: "ik inverse kinematics handle pole",
  }),
  {
    id: "pose.pin",
    label: "Pin bone end",
    icon: "pin",
    keys: ["Shift+I"],
    help: "The end of the bone stays in place while another end is dragged.",
    menu: ["Rig", 4],
    refusal: noBone,
    checked: (stores) => {
      const { posing, selectedBone } = stores.view.getState();
      const name = stores.document.getState().rig?.bones[selectedBone ?? -1]?.name;
      return name !== undefined && posing.pins.includes(name);
    },
    perform: (studio) => {
      const { view, document } = studio;
      const { pins } = view.getState().posing;
      const names = selectedBones(view.getState()).map((j) => document.getState().rig?.bones[j].name ?? "");
      const isPinned = pins.includes(names[0]);
      const others = pins.filter((name) => !names.includes(name));
      setPosing(studio, { pins: isPinned ? others : [...others, ...names] });
    },
  },
  {
    id: "pose.back",
    label: "Back to motion",
    icon: "play",
    keys: ["Alt+M"],
    help: "Drops the pose on screen. Kept poses stay.",
    menu: ["Rig", 4],
    refusal: notPosed,
    perform: (studio) => studio.history.run(setPose(studio, null, "Back to motion")),
  },
  {
    id: "pose.mirror",
    anywhere: true,
    label: "Mirror pose",
    icon: "mirror",
    help: "Swaps left and right.",
    menu: ["Rig", 4],
    refusal: noSides,
    perform: (studio) => mirror(studio, "Mirror pose", null),
  },
  {
    id: "pose.copy-side",
    label: "Copy pose to other side",
    icon: "mirror",
    help: "Mirrors the pose of the selected bones and their branches to their counterparts.",
    menu: ["Rig", 4],
    refusal: partnerless,
    perform: (studio) => {
      const { rig } = studio.document.getState();
      const chosen = selectedBones(studio.view.getState());
      if (rig)
        mirror(studio, `Copy ${named(studio, chosen)} to the other side`, branchOf(rig.bones, ...chosen));
    },
  },
  {
    id: "pose.limits-from-motion",
    label: "Limits from motion",
    icon: "sliders",
    help: "Sets the limits of the selected joints, or of all, to their range in the motion plus 10°.",
    words: "joint limits range",
    menu: ["Rig", 4],
    refusal: (stores) =>
      noRig(stores) ??
      ((stores.document.getState().sequence?.frameCount ?? 0) > 1
        ? null
        : "There is no motion to take limits from."),
    perform: (studio) => {
      const { rig } = studio.document.getState();
      if (!rig) return;
      const chosen = selectedBones(studio.view.getState());
      const found = limitsOfMotion(rig);
      const which = chosen.length > 0 ? chosen : [...rig.bones.keys()];
      const changes = new Map(which.map((j): [number, JointLimits | null] => [j, found[j]]));
      studio.history.run(
        setJointLimits(studio, changes, `Limits of ${named(studio, which)} from the motion`),
      );
    },
  },
  {
    id: "pose.free-limits",
    label: "Clear joint limits",
    icon: "erase",
    help: "Removes the limits of the selected joints, or of all.",
    menu: ["Rig", 4],
    refusal: (stores) => {
      const chosen = selectedBones(stores.view.getState());
      const { rig } = stores.document.getState();
      const which = chosen.length > 0 ? chosen : [...(rig?.bones.keys() ?? [])];
      return noRig(stores) ?? (which.some((j) => withLimits(stores, j)) ? null : "No joint has limits.");
    },
    perform: (studio) => {
      const { rig } = studio.document.getState();
      const chosen = selectedBones(studio.view.getState());
      const which = chosen.length > 0 ? chosen : [...(rig?.bones.keys() ?? [])];
      const changes = new Map(which.map((j): [number, JointLimits | null] => [j, null]));
      studio.history.run(setJointLimits(studio, changes, `Free ${named(studio, which)}`));
    },
  },
];
