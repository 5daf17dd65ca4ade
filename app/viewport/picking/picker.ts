import { BufferAttribute, BufferGeometry, DoubleSide, type Ray, Vector3 } from "three/webgpu";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";
import type { MeshSequence } from "../../../workers/model/mesh-sequence";
import type { BvhRequest } from "./bvh-worker";

/**
 * Finds the solver vertex under a ray. The tree is built once, of the rest pose, in a worker; a pose only moves its
 * boxes, and only when somebody asks.
 */
export class Picker {
  private readonly geometry = new BufferGeometry();
  private readonly positions: Float32Array;
  private readonly triangles: Uint32Array;
  private bvh: MeshBVH | null = null;
  private worker: Worker | null;
  private pose: { of: unknown; frame: number } | null = null;

  /** `ready` is called once the tree is there. */
  constructor(sequence: MeshSequence, ready: () => void) {
    this.positions = sequence.rest.slice();
    this.triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
    this.geometry.setAttribute("position", new BufferAttribute(this.positions, 3));
    this.geometry.setIndex(new BufferAttribute(this.triangles, 1));
    const worker = new Worker(new URL("./bvh-worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<SerializedBVH>) => {
      this.bvh = MeshBVH.deserialize({ ...data, index: this.triangles }, this.geometry, { setIndex: false });
      this.stopWorker();
      ready();
    };
    const request: BvhRequest = { positions: sequence.rest.slice(), triangles: this.triangles.slice() };
    worker.postMessage(request, [request.positions.buffer, request.triangles.buffer]);
  }

  /**
   * The vertex nearest to where a ray (in the sequence's coordinates) first meets the surface, or null.
   * The pose is frame `frame` of a rig or sequence; where it is not the last one, `write` fills the positions.
   */
  pick(ray: Ray, of: unknown, frame: number, write: (positions: Float32Array) => void): number | null {
    if (!this.bvh) return null;
    if (this.pose?.of !== of || this.pose?.frame !== frame) {
      write(this.positions);
      this.bvh.refit();
      this.pose = { of, frame };
    }
    const hit = this.bvh.raycastFirst(ray, DoubleSide);
    if (!hit?.face) return null;
    const p = new Vector3();
    let best: number | null = null;
    let nearest = Infinity;
    for (const vertex of [hit.face.a, hit.face.b, hit.face.c]) {
      const away = p.fromArray(this.positions, 3 * vertex).distanceToSquared(hit.point);
      if (away < nearest) {
        nearest = away;
        best = vertex;
      }
    }
    return best;
  }

  /** Position of a vertex in the pose that was picked last. */
  position(vertex: number): Vector3 {
    return new Vector3().fromArray(this.positions, 3 * vertex);
  }

  private stopWorker(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  dispose(): void {
    this.stopWorker();
    this.bvh = null;
    this.geometry.dispose();
  }
}
