import { leftSide } from "../../../../workers/geometry/mirror/bone-partners";
import type { Action } from "../../../actions/action";
import { noLayerForWeights, notSettled, noVertex } from "../../../actions/guards/weight-guards";
import type { Studio } from "../../../actions/studio";
import { isCancel, reportError } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import { knownMirror } from "../../../document/weights/mirror/cached-mirror";
import type { MirrorCopy } from "../../../document/weights/mirror/mirror-settings";
import { MIRROR_CHOICE } from "../mirror/mirror-choice";
import { edgeAtVertex, takeMirrorEdge } from "../mirror/mirror-edge";
import { fillUnmatched, mirrorWeights } from "../mirror/mirror-weights";
import { runOrTell } from "./run-edit";

const COPIES: readonly { copy: MirrorCopy; label: string; help: string }[] = [
  {
    copy: "forward",
    label: "Mirror weights left to right",
    help: "Copies the weights of the left side to the right, bone by bone.",
  },
  {
    copy: "back",
    label: "Mirror weights right to left",
    help: "Copies the weights of the right side to the left, bone by bone.",
  },
  {
    copy: "mean",
    label: "Make weights symmetric",
    help: "Gives both sides the mean of their weights.",
  },
];

/** Names for the layers that "Mirror to a new layer" makes. */
const LAYER_NAMES: Readonly<Record<MirrorCopy, string>> = {
  forward: "Left to right",
  back: "Right to left",
  mean: "Mean of both sides",
};

/** The same, for a rig whose bones have no sides in their names. */
const NAMELESS: Readonly<Record<MirrorCopy, string>> = { ...LAYER_NAMES, forward: "+ to −", back: "− to +" };

function layerName(stores: Stores, copy: MirrorCopy): string {
  const { sequence, rig, mirroring } = stores.document.getState();
  const found = sequence && knownMirror(sequence, mirroring);
  const named = rig && found && leftSide(rig.bones, found.plane) !== null;
  return (named ? LAYER_NAMES : NAMELESS)[copy];
}

async function mirror(studio: Studio, copy: MirrorCopy, newLayer?: string): Promise<void> {
  try {
    const command = await mirrorWeights(studio, copy, newLayer);
    runOrTell(studio, command, "The two sides already match, or no vertex has a mirror image.");
  } catch (error) {
    reportError(studio, error, "Mirroring the weights");
  }
}

/** Why no vertex can be filled now, or null. */
function noneAlone(stores: Stores): string | null {
  const { sequence, mirroring } = stores.document.getState();
  const found = sequence && knownMirror(sequence, mirroring);
  return noLayerForWeights(stores) ?? (found?.unmatched.length === 0 ? "Every vertex has a partner." : null);
}

/** Actions that mirror all weights. */
export const MIRROR_ACTIONS: Action[] = [
  ...COPIES.map(
    ({ copy, label, help }): Action => ({
      id: `paint.mirror-${copy}`,
      label,
      words: "symmetry symmetrise flip",
      icon: "mirror",
      help,
      menu: ["Rig", 7],
      refusal: noLayerForWeights,
      perform: (studio) => mirror(studio, copy),
    }),
  ),
  {
    id: "paint.mirror-layer",
    label: "Mirror to a new layer",
    words: "symmetry symmetrise flip",
    icon: "mirror",
    help: "Copies one side to the other, on a new layer. The Mirror section sets the direction.",
    menu: ["Rig", 7],
    refusal: notSettled,
    perform: (studio) => {
      const { copy } = studio.of(MIRROR_CHOICE).getState();
      return mirror(studio, copy, layerName(studio, copy));
    },
  },
  {
    id: "paint.mirror-edge",
    label: "Pick the edge of the mirror",
    words: "topology symmetry seam",
    icon: "sym",
    help: "Matches the two sides by topology, from an edge in the middle of the mesh. Click the edge in the viewport.",
    refusal: notSettled,
    checked: (stores) => stores.of(MIRROR_CHOICE).getState().picking,
    perform: (studio) => studio.of(MIRROR_CHOICE).setState(({ picking }) => ({ picking: !picking })),
  },
  {
    id: "paint.mirror-edge-stop",
    label: "Stop picking the edge",
    icon: "sym",
    keys: ["Esc"],
    refusal: (stores) => (stores.of(MIRROR_CHOICE).getState().picking ? null : "No edge is being picked."),
    perform: (studio) => studio.of(MIRROR_CHOICE).setState({ picking: false }),
  },
  {
    id: "paint.mirror-edge-at-vertex",
    label: "Mirror from the edge at the selected vertex",
    words: "topology symmetry seam",
    icon: "sym",
    help: "Uses the edge at the selected vertex that is nearest to the plane. First select a vertex in the middle.",
    refusal: noVertex,
    perform: (studio) => {
      const edge = edgeAtVertex(studio);
      if (edge) studio.history.run(takeMirrorEdge(studio, edge));
    },
  },
  {
    id: "paint.fill-unmatched",
    label: "Fill unmatched by smoothing",
    words: "partner inpaint symmetry",
    icon: "smooth",
    help: "Gives vertices without a mirror partner smooth weights from the vertices around them.",
    menu: ["Rig", 7],
    refusal: noneAlone,
    perform: async (studio) => {
      try {
        runOrTell(studio, await fillUnmatched(studio), "Every vertex has a partner.");
      } catch (error) {
        if (!isCancel(error)) reportError(studio, error, "Filling by smoothing");
      }
    },
  },
];
