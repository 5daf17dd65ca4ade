import type { Vector3 } from "three/webgpu";
import type { Rig } from "../../../workers/model/rig/rig";
import type { Skeleton } from "../../../workers/model/skeleton/skeleton";
import type { ViewState } from "../../document/view-state";
import { boneTints, tintColour } from "../colours/bone-tints";
import type { ThemeColours } from "../colours/palette";
import type { Ring } from "../geometry/ring-maths";
import { drawRings, type RingName, type RingTurn } from "../gizmo/gizmo";
import type { ViewCamera } from "../picking/view-camera";
import { Bones } from "../scene/bones/bones";
import type { ShownPose } from "../scene/poses/shown-pose";
import type { DrawnView, SurfaceShadingName } from "../views/views";
import { drawHandleDrag, type HandleDrag } from "./handle-drag";
import { Shapes } from "./shapes";

/** Shadings over which bones keep their colours. The colours of other shadings carry data. */
const OWN_COLOURS: ReadonlySet<SurfaceShadingName> = new Set(["clay", "textures", "bones"]);

/** The bones as overlays need them. */
interface OverlaySource {
  readonly shownPose: ShownPose | null;
  readonly rig: Rig | null;
  readonly skeleton: Skeleton | null;
  readonly freeJoints: Uint8Array | null;
  readonly jointCosts: Float32Array | null;
  headOf(bone: number): Vector3 | null;
  rings(viewCamera: ViewCamera): Record<RingName, Ring> | null;
}

/**
 * Everything that is drawn over the mesh in a view: bones, marks of tools, a dragged handle, and the rings of a pose.
 */
export class Overlays {
  readonly bones = new Bones();
  readonly shapes = new Shapes();
  /** Bones that do not show through the mesh. */
  private readonly covered = new Shapes(true);
  readonly objects = [...this.bones.objects, this.covered.mesh, this.shapes.mesh];
  /** Functions of tools that draw over a view, in its pixels. The mesh may hide the shapes in `covered`. */
  readonly marks = new Set<
    (shapes: Shapes, part: DrawnView, viewCamera: ViewCamera, covered: Shapes) => void
  >();
  /** A bone handle that is being dragged. */
  boneDrag: HandleDrag | null = null;
  gizmo: { hot: RingName | null; turn: RingTurn | null } = { hot: null, turn: null };
  private hoveredBone: number | null = null;

  /** Highlights a bone. Returns whether that changes the picture. */
  hoverBone(bone: number | null): boolean {
    if (bone === this.hoveredBone) return false;
    this.hoveredBone = bone;
    return true;
  }

  /** Prepares the shapes for the next drawing of this view. */
  draw(
    source: OverlaySource,
    colours: ThemeColours | null,
    part: DrawnView,
    view: ViewState,
    viewCamera: ViewCamera,
  ): void {
    const { width, height, look } = part;
    const { shapes, bones } = this;
    shapes.clear(width, height);
    this.covered.clear(width, height);
    bones.hide();
    if (colours && look.bones && source.shownPose) {
      const states = {
        selected: view.selectedBone,
        also: view.alsoSelected,
        hovered: this.hoveredBone,
        hidden: view.hiddenBones,
      };
      const isPlain = !OWN_COLOURS.has(look.shading);
      const { freeJoints: free, jointCosts: costs } = source;
      const marks = { free, costs, axes: view.showBoneAxes ? colours.axes : null };
      const onto = view.xrayBones ? shapes : this.covered;
      bones.draw(onto, viewCamera, states, colours, isPlain, marks);
    }
    if (look.bones) this.drawDrag(source, viewCamera);
    for (const mark of this.marks) mark(shapes, part, viewCamera, this.covered);
    const rings = source.rings(viewCamera);
    if (colours && rings) drawRings(shapes, rings, viewCamera, colours, this.gizmo.hot, this.gizmo.turn);
    shapes.flush();
    this.covered.flush();
  }

  private drawDrag(source: OverlaySource, viewCamera: ViewCamera): void {
    const head = this.boneDrag && source.headOf(this.boneDrag.bone);
    if (!this.boneDrag || !head) return;
    const tints = boneTints(source.rig, source.skeleton);
    drawHandleDrag(this.shapes, this.boneDrag, head, viewCamera, tintColour(tints, this.boneDrag.bone));
  }

  dispose(): void {
    this.bones.dispose();
    this.shapes.dispose();
    this.covered.dispose();
  }
}
