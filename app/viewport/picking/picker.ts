import { type Box3, BufferAttribute, BufferGeometry, DoubleSide, type Ray, Vector3 } from "three/webgpu";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";
import type { MeshSequence } from "../../../workers/model/mesh-sequence";
import type { BvhRequest } from "./bvh-worker";

/** Where a ray meets the surface, in the sequence's coordinates. */
export interface SurfacePoint {
  point: Vector3;
  /** Unit length, towards where the ray came from. */
  normal: Vector3;
  /** Solver vertices of the triangle. */
  corners: [number, number, number];
}

/** Where a ray goes through the surface. */
export interface Crossing {
  distance: number;
  /** Against the normal: from outside, where faces are turned outwards. */
  enters: boolean;
}

/**
 * Finds what of the surface is under a ray. The tree is built once, of the rest pose, in a worker; a pose only moves its
 * boxes, and only when somebody asks.
 */
export class Picker {
  private readonly geometry = new BufferGeometry();
  /** Of the pose that was taken last, 3V. */
  readonly positions: Float32Array;
  private readonly triangles: Uint32Array;
  private bvh: MeshBVH | null = null;
  private worker: Worker | null;
  private pose: string | null = null;

  /** `triangles` are those of solver vertices; `ready` is called once the tree is there. */
  constructor(sequence: MeshSequence, triangles: Uint32Array, ready: () => void) {
    this.positions = sequence.rest.slice();
    this.triangles = triangles.slice();
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

  /** Takes the pose of that name; where it is not the last one, `write` fills the positions. */
  take(pose: string, write: (positions: Float32Array) => void): void {
    if (!this.bvh || this.pose === pose) return;
    write(this.positions);
    this.bvh.refit();
    this.pose = pose;
  }

  /** Where a ray (in the sequence's coordinates) first meets the pose that was taken last, or null. */
  hit(ray: Ray): SurfacePoint | null {
    const hit = this.bvh?.raycastFirst(ray, DoubleSide);
    if (!hit?.face) return null;
    const { a, b, c, normal } = hit.face;
    const towards = normal.clone();
    if (towards.dot(ray.direction) > 0) towards.negate();
    return { point: hit.point.clone(), normal: towards, corners: [a, b, c] };
  }

  /** Every place where a ray goes through the pose that was taken last, in any order; null until rays can be cast. */
  crossings(ray: Ray): Crossing[] | null {
    const hits = this.bvh?.raycast(ray, DoubleSide);
    return (
      hits?.map(({ distance, face }) => ({
        distance,
        enters: face !== null && face !== undefined && face.normal.dot(ray.direction) < 0,
      })) ?? null
    );
  }

  /** The vertex nearest to where a ray first meets the surface, or null. */
  pick(ray: Ray): number | null {
    const hit = this.hit(ray);
    if (!hit) return null;
    let best = hit.corners[0];
    let nearest = Infinity;
    for (const vertex of hit.corners) {
      const away = this.position(vertex).distanceToSquared(hit.point);
      if (away < nearest) {
        nearest = away;
        best = vertex;
      }
    }
    return best;
  }

  /** Visits vertices of the surface, in boxes that may hold some that are wanted; a vertex may come several times. */
  visit(mayHold: (box: Box3) => boolean, take: (vertex: number) => void): void {
    this.bvh?.shapecast({
      intersectsBounds: (box) => mayHold(box),
      intersectsRange: (offset, count) => {
        for (let c = 3 * offset; c < 3 * (offset + count); c++) take(this.triangles[c]);
        return false;
      },
    });
  }

  /** Position of a vertex in the pose that was taken last. */
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
