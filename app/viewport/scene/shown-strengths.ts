import type { StrengthName, Strengths } from "../../../workers/model/deform";
import type { PreparedState } from "../../document/deform/prepared";
import { type DocumentState, shownDeform } from "../../document/document";
import type { Stores } from "../../document/stores";
import type { ViewState } from "../../document/view-state";
import type { LiveValues } from "../brush/maps/live-values";

/** Strengths of a stroke, shown instead of the prepared ones. */
export interface LiveStrengths extends LiveValues {
  map: StrengthName;
}

/** With α = 1, a patch would have no data left to find a rotation from. */
const MOST_SLIDE = 0.99;

/** The drawn strengths: the prepared ones, covered by those of a stroke. */
export class ShownStrengths {
  private readonly stores: Stores;
  live: LiveStrengths | null = null;
  /** The document's and the prepared strengths when a stroke ended. */
  private settling: { painted: Float32Array | null; strengths: Strengths | null } | null = null;
  private slideKept: {
    alpha: number;
    live: LiveStrengths;
    version: number;
    values: Float32Array;
  } | null = null;

  constructor(stores: Stores) {
    this.stores = stores;
  }

  /** Shows the strengths of a stroke; null shows the prepared ones again. */
  showLive(live: LiveStrengths | null): void {
    this.live = live;
    this.settling = null;
  }

  /** Keeps a stroke's result on screen until its strengths are prepared, or it is undone. */
  commitLive(): void {
    if (!this.live) return;
    const { deform } = this.stores.document.getState();
    const { strengths } = this.stores.prepared.getState();
    this.settling = { painted: deform.painted[this.live.map], strengths };
  }

  /** Drops a stroke's result once the document or the preparation has something newer. */
  settle({ deform }: DocumentState, { strengths }: PreparedState): void {
    const { live, settling } = this;
    if (!live || !settling) return;
    if (strengths === settling.strengths && deform.painted[live.map] === settling.painted) return;
    this.live = this.settling = null;
  }

  /** α on each vertex, V, including the slide map that is being painted: the same array while none of it changes. */
  slide(document: DocumentState, prepared: PreparedState): Float32Array | null {
    const { live, slideKept: last } = this;
    if (live?.map !== "alpha") return prepared.slide;
    const { alpha } = shownDeform(document);
    if (last?.live === live && last.version === live.version && last.alpha === alpha) return last.values;
    const values = live.values.map((d) => Math.min(MOST_SLIDE, alpha * d));
    this.slideKept = { alpha, live, version: live.version, values };
    return values;
  }

  /** The map that is shown in colours: the painted one, or rotation smoothing. */
  onScreen(
    { workspace, paintMap }: ViewState,
    prepared: PreparedState,
    vertexCount: number,
  ): { values: Float32Array; version: number } | null {
    if (workspace !== "deform") return null;
    const map = paintMap ?? "lambda";
    if (this.live?.map === map) return this.live;
    const values = prepared.strengths?.[map];
    return values?.length === vertexCount ? { values, version: 0 } : null;
  }
}
