import type { StrengthName } from "../../../workers/model/deform";
import { usePrepared } from "../../document/deform/prepared";
import { useDocument } from "../../document/document";
import { INTENT_MAPS, intentValues } from "../../document/solve/intent-maps";
import { type IntentMap, useView } from "../../document/view-state";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";
import type { LiveValues } from "./live-values";

/** A map that the brush paints on: one number a vertex. */
export interface PaintedMap {
  /** As it is, V; not to be written to. Null where it is not known yet. */
  values(): Float32Array | null;
  kind: "amount" | "region";
  bounds: readonly [number, number];
  /** What Ctrl gives in the place of a value. */
  opposite(value: number): number;
  /** Shows a stroke; null gives it up. */
  show(live: LiveValues | null): void;
  /** The stroke's outcome goes into the document. */
  keep(values: Float32Array): void;
}

/** The map that is painted on in the workspace on screen, or null. */
export function paintedMap(stage: Stage, edits: ViewportEdits): PaintedMap | null {
  const { workspace, playing, paintMap, intentMap } = useView.getState();
  if (playing || !stage.meshView) return null;
  if (workspace === "deform" && paintMap && stage.meshView.rig) return strengthMap(stage, edits, paintMap);
  return workspace === "solve" && intentMap ? mapForSolves(stage, edits, intentMap) : null;
}

function strengthMap(
  { colouring: { strengths } }: Stage,
  edits: ViewportEdits,
  map: StrengthName,
): PaintedMap {
  return {
    values: () =>
      strengths.live?.map === map ? strengths.live.values : (usePrepared.getState().strengths?.[map] ?? null),
    kind: "amount",
    bounds: [0, 1],
    opposite: (value) => 1 - value,
    show: (live) => strengths.showLive(live && Object.assign(live, { map })),
    keep: (values) => {
      edits.painted(map, values);
      strengths.commitLive();
    },
  };
}

function mapForSolves(stage: Stage, edits: ViewportEdits, map: IntentMap): PaintedMap {
  const { kind, bounds, usual } = INTENT_MAPS[map];
  return {
    values: () => intentValues(useDocument.getState().intent, map, stage.meshView?.sequence.vertexCount ?? 0),
    kind,
    bounds,
    opposite: () => usual,
    show: (live) => {
      stage.colouring.liveIntent = live;
    },
    keep: (values) => {
      stage.colouring.liveIntent = null;
      edits.paintedForSolve(map, values);
    },
  };
}
