import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useService } from "../../../../actions/studio";
import { useDocument } from "../../../../document/use-stores";
import { fewestFor } from "../../runs/path/path-state";
import { SOLUTION_PATH } from "../../runs/path/solution-path";
import type { PlotLayout, PlotPoint } from "../error-curve/plot-layout";
import { useOnPath, usePath } from "./use-path";

/** Converts an E_RMS to an error target, which is a fraction of the diagonal. */
const targetOf = (eRms: number) => (eRms * Math.sqrt(3)) / 2000;

/** Moves along the path by the pointer and by keys: by the number of bones, or by the error target. */
export function usePathScrub(layout: PlotLayout, curve: readonly PlotPoint[]) {
  const path = useService(SOLUTION_PATH);
  const members = usePath((state) => state.members);
  const shown = useDocument(({ rig }) => rig?.bones.length ?? 0);
  const isOn = useOnPath();
  const handle = useRef<"count" | "target" | null>(null);

  const follow = (event: PointerEvent<SVGSVGElement>, isKnee = false) => {
    const corner = event.currentTarget.getBoundingClientRect();
    if (handle.current === "count") {
      const bones = nearestCount(curve, layout.bonesAt(event.clientX - corner.left));
      path.show(bones, isKnee ? { knee: true } : {});
    } else if (handle.current === "target") {
      const eRms = layout.errorAt(event.clientY - corner.top);
      path.show(fewestFor({ members }, eRms), { errorTarget: targetOf(eRms) });
    }
  };
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || !isOn) return;
    const pressed = event.target instanceof Element ? event.target : null;
    handle.current = pressed?.closest("[data-ui=path-target]") ? "target" : "count";
    event.currentTarget.setPointerCapture(event.pointerId);
    if (handle.current === "count") follow(event, Boolean(pressed?.closest("[data-ui=path-knee]")));
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (handle.current) follow(event);
  };
  const letGo = () => {
    handle.current = null;
    path.release();
  };
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    if (event.key === "Escape" && handle.current) {
      handle.current = null;
      path.giveUp();
    } else {
      const bones = keyed(event, shown, curve);
      if (bones === null || !isOn) return;
      path.show(bones);
      path.release();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { onPointerDown, onPointerMove, onPointerUp: letGo, onPointerCancel: letGo, onKeyDown };
}

/** The number of bones on the curve that is nearest to a wanted one. */
function nearestCount(curve: readonly PlotPoint[], wanted: number): number {
  const distance = ({ bones }: PlotPoint) => Math.abs(bones - wanted);
  return curve.reduce((best, point) => (distance(point) < distance(best) ? point : best)).bones;
}

/** The count that a key asks for, or null. */
function keyed(event: KeyboardEvent, shown: number, curve: readonly PlotPoint[]): number | null {
  const step = event.shiftKey ? 8 : 1;
  const wanted = {
    ArrowLeft: shown - step,
    ArrowDown: shown - step,
    ArrowRight: shown + step,
    ArrowUp: shown + step,
    Home: curve[0].bones,
    End: curve[curve.length - 1].bones,
  }[event.key];
  return wanted === undefined ? null : nearestCount(curve, wanted);
}
