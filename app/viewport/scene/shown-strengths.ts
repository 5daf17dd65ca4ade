import type { StrengthName, Strengths } from "../../../workers/model/deform";
import type { PreparedState } from "../../document/deform/prepared";
import { type DocumentState, shownDeform } from "../../document/document";
import type { Stores } from "../../document/stores";
import type { ViewState } from "../../document/view-state";
import type { LiveValues } from "../brush/maps/live-values";

/** Strengths under a stroke, shown instead of the prepared ones. */
export interface LiveStrengths extends LiveValues {
  map: StrengthName;
}

/** α at 1 would leave nothing of a patch to find a rotation from. */
const MOST_SLIDE = 0.99;

/** The strengths that are drawn: those that were prepared, and over them those of a stroke. */
export class ShownStrengths {
  private readonly stores: Stores;
  live: LiveStrengths | null = null;
  /** What the document and the preparation had when a stroke ended. */
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

  /** Shows strengths under a stroke; null shows what is prepared again. */
  showLive(live: LiveStrengths | null): void {
    this.live = live;
    this.settling = null;
  }

  /** Keeps what a stroke made on screen until what is prepared from it is there, or it is undone. */
  commitLive(): void {
    if (!this.live) return;
    const { deform } = this.stores.document.getState();
    const { strengths } = this.stores.prepared.getState();
    this.settling = { painted: deform.painted[this.live.map], strengths };
  }

  /** Lets a stroke's outcome go once the document or the preparation says something newer. */
  settle({ deform }: DocumentState, { strengths }: PreparedState): void {
    const { live, settling } = this;
    if (!live || !settling) return;
    if (strengths === settling.strengths && deform.painted[live.map] === settling.painted) return;
    this.live = this.settling = null;
  }

  /** α on each vertex, V, with the slide that is being painted: the same array while nothing of it changes. */
  slide(document: DocumentState, prepared: PreparedState): Float32Array | null {
    const { live, slideKept: last } = this;
    if (live?.map !== "alpha") return prepared.slide;
    const { alpha } = shownDeform(document);
    if (last?.live === live && last.version === live.version && last.alpha === alpha) return last.values;
    const values = live.values.map((d) => Math.min(MOST_SLIDE, alpha * d));
    this.slideKept = { alpha, live, version: live.version, values };
    return values;
  }

  /** The map that is coloured: the one that is painted, or that of rotation smoothing. */
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
