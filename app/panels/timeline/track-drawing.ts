import { BEFORE_FIT } from "../../document/skeleton/before-fit";
import type { Stores } from "../../document/stores";
import { startDrawing } from "../../ui/chart/canvas";
import { rootFontSize } from "../../ui/layout/use-layout";
import { drawTimeline } from "./draw-timeline";
import { barErrors, lineErrors } from "./shown-errors";

/** Browsers use this size of text unless the artist chooses another, px. */
const USUAL_FONT_SIZE = 16;

/**
 * Draws ticks, clips and error bars into `canvas` whenever they change, and calls `onDrawn` after each drawing. Returns
 * a function that stops it.
 */
export function drawTrack(stores: Stores, canvas: HTMLCanvasElement, onDrawn: () => void): () => void {
  const drawing = startDrawing(canvas, (context, width, height, token) => {
    const { sequence } = stores.document.getState();
    if (!sequence) return;
    const content = {
      clips: sequence.clips,
      errors: barErrors(stores),
      before: lineErrors(stores),
      range: stores.view.getState().range,
    };
    const rem = rootFontSize() / USUAL_FONT_SIZE;
    drawTimeline(context, { frames: sequence.frameCount, width }, height, token, content, rem);
    onDrawn();
  });
  const stops = [
    stores.document.subscribe((state) => state.sequence, drawing.request),
    stores.document.subscribe((state) => state.report, drawing.request),
    stores.work.subscribe((work) => work.solve?.errorPerFrame, drawing.request),
    stores.of(BEFORE_FIT).subscribe((state) => state, drawing.request),
    stores.view.subscribe((view) => view.range, drawing.request),
    stores.view.subscribe((view) => view.workspace, drawing.request),
    stores.compare.subscribe((state) => state.sides, drawing.request),
    stores.compare.subscribe((state) => state.runs, drawing.request),
  ];
  return () => {
    for (const stop of stops) stop();
    drawing.dispose();
  };
}
