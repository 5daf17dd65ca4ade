import type { Box3, Ray, Vector3, WebGPURenderer } from "three/webgpu";
import type { Adjacency } from "../../../workers/geometry/adjacency";
import type { ShownFaces } from "../../document/scene/hidden-faces";
import type { OrbitCamera } from "../camera/orbit-camera";
import type { MeshView } from "../scene/mesh-view";
import { type DrawnView, isCandidate, type MeshName, partAt } from "../views/views";
import { type Crossing, Picker, REST, type SurfacePoint } from "./picker";
import { isAtRest } from "./resting";
import { ViewCamera } from "./view-camera";

/** The bone or the vertex under a point of the canvas. */
export interface Hit {
  vertex: number | null;
  bone: number | null;
  /** Whether the hit is for the former pose, because the tree for the one on screen is not ready yet. */
  late: boolean;
}

/** The parts of the picture that picking depends on. */
export interface Scenery {
  readonly renderer: WebGPURenderer;
  readonly orbit: OrbitCamera;
  /** Whether the rig on screen is that of a running solve. */
  readonly isSolving: boolean;
  /** The parts of the canvas. */
  parts(): DrawnView[];
  readonly bones: {
    /** The bone whose handle is under a point, or null; also null while the pointer works on the surface. */
    at(x: number, y: number, viewCamera: ViewCamera): number | null;
  };
}

/** The corners of some triangles. */
function cornersOf(all: Uint32Array, triangles: Uint32Array): Uint32Array {
  const corners = new Uint32Array(3 * triangles.length);
  for (let n = 0; n < triangles.length; n++)
    for (let c = 0; c < 3; c++) corners[3 * n + c] = all[3 * triangles[n] + c];
  return corners;
}

/** Finds the bones and vertices under points of the canvas, in the poses that are drawn there. */
export class Picking {
  private readonly scenery: Scenery;
  private readonly onReady: () => void;
  private meshView: MeshView | null = null;
  private picker: Picker | null = null;
  /** Positions that were read back from the GPU, by mesh, with the version of the pose. */
  private readonly known = new Map<MeshName, { version: number; positions: Float32Array }>();

  /** `onReady` is called when picking can begin. */
  constructor(scenery: Scenery, onReady: () => void) {
    this.scenery = scenery;
    this.onReady = onReady;
  }

  /** Switches to another mesh view. */
  take(meshView: MeshView | null): void {
    this.picker?.dispose();
    this.known.clear();
    this.meshView = meshView;
    this.picker = meshView && this.pickerOf(meshView, null);
  }

  private pickerOf({ sequence, surface }: MeshView, faces: ShownFaces | null): Picker {
    const corners = faces ? cornersOf(surface.triangles, faces.triangles) : surface.triangles;
    return new Picker(sequence, corners, this.onReady);
  }

  /** Limits picking to shown faces; null allows all. Until their tree is built, picking finds nothing. */
  setFaces(faces: ShownFaces | null): void {
    if (!this.meshView) return;
    this.picker?.dispose();
    this.picker = this.pickerOf(this.meshView, faces);
  }

  /** The view that contains a point. */
  viewAt(x: number, y: number): DrawnView {
    return partAt(this.scenery.parts(), x, y);
  }

  /** The camera of a view; the caller may keep it. */
  cameraOf(part: DrawnView): ViewCamera {
    return new ViewCamera().aim(this.scenery.orbit, part, this.meshView?.placement ?? null);
  }

  /**
   * Finds the bone's handle under a point in CSS pixels, else the nearest vertex of the surface.
   * @param when `soon` for hovering: does not wait until the picking tree is refitted.
   */
  hit(x: number, y: number, when: "now" | "soon" = "now"): Hit {
    if (!this.meshView) return { vertex: null, bone: null, late: false };
    const part = this.viewAt(x, y);
    const viewCamera = this.cameraOf(part);
    const bone = part.look.bones ? this.scenery.bones.at(x, y, viewCamera) : null;
    if (bone !== null) return { vertex: null, bone, late: false };
    const ray = this.localRay(this.meshView, viewCamera, x, y);
    const late = this.takeForPicking(part.mesh, when);
    return { vertex: this.picker?.pick(ray) ?? null, bone: null, late };
  }

  /** The surface vertex nearest to a point of a part, and its position in the sequence's coordinates. */
  vertexAt(
    part: DrawnView,
    viewCamera: ViewCamera,
    x: number,
    y: number,
  ): { vertex: number; position: Vector3 } | null {
    if (!this.meshView || !this.picker) return null;
    this.takeForPicking(part.mesh);
    const vertex = this.picker.pick(this.localRay(this.meshView, viewCamera, x, y));
    return vertex === null ? null : { vertex, position: this.picker.position(vertex) };
  }

  /** Every point where a ray of the world crosses the rest pose; null until rays can be cast. */
  crossRest(ray: Ray): Crossing[] | null {
    const { meshView, picker } = this;
    if (!meshView || !picker) return null;
    picker.take(REST, (positions) => positions.set(meshView.sequence.rest));
    return picker.crossings(ray.clone().applyMatrix4(meshView.placement.world.clone().invert()));
  }

  /** A ray through a point of the canvas, in the sequence's coordinates. */
  private localRay({ placement }: MeshView, viewCamera: ViewCamera, x: number, y: number): Ray {
    return viewCamera.ray(x, y).applyMatrix4(placement.world.clone().invert());
  }

  /**
   * Refits the picking tree to a mesh, with the positions from the GPU if they were read back. During a solve an
   * estimate is good enough, so the tree need not follow each change of the rig. Returns whether the refit is still
   * running.
   */
  private takeForPicking(shown: MeshName, when: "now" | "soon" = "now"): boolean {
    const { meshView, picker } = this;
    if (!meshView || !picker) return false;
    const mesh = this.scenery.isSolving ? "source" : shown;
    if (isAtRest(meshView, mesh))
      return this.move(REST, (positions) => positions.set(meshView.sequence.rest), when);
    const known = this.known.get(mesh);
    const { version } = meshView.mesh(mesh);
    const exact = known?.version === version;
    const write = (positions: Float32Array) => {
      if (exact) positions.set(known.positions);
      else meshView.approximate(mesh, positions);
    };
    return this.move(`${mesh} ${version} ${exact}`, write, when);
  }

  private move(pose: string, write: (positions: Float32Array) => void, when: "now" | "soon"): boolean {
    const { picker } = this;
    if (when === "soon") return picker?.takeSoon(pose, write) ?? false;
    picker?.take(pose, write);
    return false;
  }

  /** Refits the tree for hovering without blocking the page: a little later, if the pose has changed. */
  look(mesh: MeshName): void {
    this.takeForPicking(mesh, "soon");
  }

  /** Fixes a mesh's pose for picking during a stroke, even if the stroke changes the mesh. */
  beginStroke(mesh: MeshName): Float32Array | null {
    this.takeForPicking(mesh);
    return this.picker?.positions ?? null;
  }

  /** The neighbours of each vertex; null until rays can be cast. */
  get rings(): Adjacency | null {
    return this.picker?.rings ?? null;
  }

  /** The point of the current surface under a point of the canvas, in the sequence's coordinates. */
  surfaceAt(viewCamera: ViewCamera, x: number, y: number): SurfacePoint | null {
    return this.meshView ? (this.picker?.hit(this.localRay(this.meshView, viewCamera, x, y)) ?? null) : null;
  }

  /** Visits the vertices of the current pose in the boxes that pass a test. */
  visit(mayHold: (box: Box3) => boolean, take: (vertex: number) => void): void {
    this.picker?.visit(mayHold, take);
  }

  /** The position of a vertex that was just picked on the canvas, in CSS pixels. */
  project(vertex: number, x: number, y: number): { x: number; y: number } | null {
    if (!this.meshView || !this.picker) return null;
    const world = this.picker.position(vertex).applyMatrix4(this.meshView.placement.world);
    const at = this.cameraOf(this.viewAt(x, y)).onCanvas(world);
    return at && { x: at[0], y: at[1] };
  }

  /** Positions of the shown pose from the GPU, 3V; empty without a sequence or a rig. */
  async read(mesh: MeshName): Promise<Float32Array> {
    const { meshView } = this;
    const { renderer } = this.scenery;
    if (!meshView || (mesh !== "source" && !isCandidate(mesh) && !meshView.rig)) return new Float32Array();
    meshView.update(renderer, mesh);
    const { target, version } = meshView.mesh(mesh);
    const known = this.known.get(mesh);
    if (known?.version === version) return known.positions;
    const positions = await target.readPositions(renderer);
    if (meshView === this.meshView) this.known.set(mesh, { version, positions });
    return positions;
  }

  /** The number of poses of a mesh that have been drawn. */
  versionOf(mesh: MeshName): number {
    return this.meshView?.mesh(mesh).version ?? 0;
  }
}
