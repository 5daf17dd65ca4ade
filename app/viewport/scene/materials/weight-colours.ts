import { Fn, float, If, select, uint, vec3, vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import type { Rig } from "../../../../workers/model/rig/rig";
import { type BoneTint, tintColour } from "../../colours/bone-tints";
import { countStop, MOST_COUNTED, RAMPS, rgb } from "../../colours/palette";
import type { GpuWeights } from "../../deform/data/gpu-weights";
import { WeightTexels } from "../../deform/data/influences";
import { Texels } from "../../deform/data/texels";
import { type TexelRows, VertexTarget } from "../../deform/data/vertex-target";
import type { SurfaceShadingName } from "../../views/views";

/** The share of light grey in bone colours. Without it, saturated colours would hide the shading. */
const SOFTENING = 0.12;

const SHOWS_WEIGHTS: ReadonlySet<SurfaceShadingName> = new Set(["weights", "bones", "influences"]);

/**
 * Colours of the shadings that show weights. A GPU pass computes them for each vertex when the weights or the selection
 * change. In the vertex shader it would happen in every picture, and about twice for each vertex.
 */
export class WeightColours {
  private readonly influences = new WeightTexels(({ rig }) => rig.weights);
  /** The colour of each bone, and 1 if its weights are shown. */
  private readonly boneColours = new Texels("vec4");
  /** The mixed colour of a vertex's bones with the sum of the shown weights, and the number of its bones. */
  private readonly sums: VertexTarget;
  private rig: Rig | null = null;
  private tinted: readonly BoneTint[] | null = null;
  private selected = "";
  /** The weights of a stroke that were taken last, and when. */
  private live: GpuWeights | null = null;
  private takenAt = 0;
  /** What has changed since the pass last ran: everything, or some rows of vertices. */
  private stale: TexelRows | "all" | null = "all";

  constructor(vertexCount: number) {
    this.sums = new VertexTarget(vertexCount, 2, (i) => {
      const mixed = vec4(0).toVar();
      const count = uint(0).toVar();
      this.influences.each(i, ({ bone, weight }) => {
        mixed.addAssign(this.boneColours.load(bone).mul(weight));
        count.addAssign(select(weight.greaterThan(0), uint(1), uint(0)));
      });
      return [mixed, vec4(float(count))];
    });
  }

  /**
   * Sets the rig, its bones' colours, and the bones whose total weight is shown. Does nothing if nothing changed, or
   * for a shading that shows no weights.
   */
  show(
    rig: Rig,
    shading: SurfaceShadingName,
    tints: readonly BoneTint[] | null,
    bones: readonly number[],
  ): void {
    if (!SHOWS_WEIGHTS.has(shading)) return;
    const selected = bones.join();
    if (this.rig === rig && this.tinted === tints && this.selected === selected) return;
    if (this.rig !== rig) this.influences.setData({ rig, direct: null, slide: null, centres: null });
    [this.rig, this.tinted, this.selected] = [rig, tints, selected];
    const texels = this.boneColours.reserve(rig.bones.length);
    rig.bones.forEach((_, j) => {
      texels.set(
        [...tintColour(tints, j).map((c) => c + (0.55 - c) * SOFTENING), bones.includes(j) ? 1 : 0],
        4 * j,
      );
    });
    this.boneColours.flush();
    this.stale = "all";
  }

  /** Shows the current weights of a stroke; null returns to the rig's. */
  takeLive(live: GpuWeights | null, renderer: WebGPURenderer): void {
    if (!this.influences.takeLive(live, renderer)) return;
    const isNew = live !== this.live;
    const dirt = live?.since(isNew ? 0 : this.takenAt);
    [this.live, this.takenAt] = [live, dirt?.time ?? 0];
    if (!dirt || isNew || this.stale === "all") this.stale = "all";
    else this.addRows(dirt.vertices);
  }

  private addRows(rows: readonly number[]): void {
    const { stale } = this;
    if (rows.length === 0 || stale === "all") return;
    const [first, end] = [rows[0], rows[rows.length - 1] + 1];
    this.stale = {
      first: Math.min(first, stale?.first ?? first),
      end: Math.max(end, stale?.end ?? end),
    };
  }

  /** Adds up the influences for a picture where they have changed. */
  update(renderer: WebGPURenderer): void {
    if (!this.stale) return;
    this.sums.render(renderer, this.stale === "all" ? null : this.stale);
    this.stale = null;
  }

  /** The sum of the selected bones' weights at a vertex, in a shader. */
  weight(i: Node<"uint">): Node<"float"> {
    return this.sums.load(i).w;
  }

  /** The colours of the bones that move a vertex, mixed by their weights, in a shader. */
  mixture(i: Node<"uint">): Node<"vec3"> {
    return this.sums.load(i).xyz;
  }

  /** The colour for the number of bones that move a vertex, in a shader. */
  count(i: Node<"uint">): Node<"vec3"> {
    return Fn(() => {
      const count = this.sums.load(i, 1).x.toVar();
      const colour = vec3(...rgb(RAMPS.count[0])).toVar();
      for (let n = 2; n <= MOST_COUNTED; n++) {
        if (countStop(n) === countStop(n - 1)) continue;
        If(count.greaterThanEqual(float(n)), () => {
          colour.assign(vec3(...rgb(RAMPS.count[countStop(n)])));
        });
      }
      return colour;
    })();
  }

  dispose(): void {
    for (const part of [this.influences, this.boneColours, this.sums]) part.dispose();
  }
}
