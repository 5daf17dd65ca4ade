import { type Box3, BufferAttribute, BufferGeometry, DoubleSide, type Ray, Vector3 } from "three/webgpu";
import { MeshBVH } from "three-mesh-bvh";
import type { Adjacency } from "../../../workers/geometry/adjacency";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { BvhAnswer, BvhRequest } from "./bvh-worker";

/** Name of the pose that the tree is built of. */
export const REST = "rest";

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
 * boxes, and only when somebody asks: there too, or at once.
 */
export class Picker {
  private readonly geometry = new BufferGeometry();
  /** Of the pose that was taken last, 3V. */
  readonly positions: Float32Array;
  private readonly triangles: Uint32Array;
  private readonly ready: () => void;
  private bvh: MeshBVH | null = null;
  /** The neighbours of each vertex; null until rays can be cast. */
  rings: Adjacency | null = null;
  private readonly worker: Worker;
  private pose = REST;
  /** The pose that the worker moves its tree to. */
  private coming: string | null = null;

  /** `triangles` are those of solver vertices; `ready` is called once rays can be cast. */
  constructor(sequence: MeshSequence, triangles: Uint32Array, ready: () => void) {
    this.positions = sequence.rest.slice();
    this.triangles = triangles.slice();
    this.ready = ready;
    this.geometry.setAttribute("position", new BufferAttribute(this.positions, 3));
    this.geometry.setIndex(new BufferAttribute(this.triangles, 1));
    this.worker = new Worker(new URL("./bvh-worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<BvhAnswer>) => this.receive(data);
    this.send(REST, sequence.rest.slice(), this.triangles.slice());
  }

  private send(pose: string, positions: Float32Array, triangles: Uint32Array | null): void {
    this.coming = pose;
    const request: BvhRequest = { pose, positions, triangles };
    this.worker.postMessage(request, triangles ? [positions.buffer, triangles.buffer] : [positions.buffer]);
  }

  private receive({ pose, tree, positions, rings }: BvhAnswer): void {
    // Another pose was taken in the meantime.
    if (pose !== this.coming) return;
    this.coming = null;
    const first = this.bvh === null;
    this.rings ??= rings;
    this.positions.set(positions);
    this.bvh = MeshBVH.deserialize({ ...tree, index: this.triangles }, this.geometry, { setIndex: false });
    this.pose = pose;
    if (first) this.ready();
  }

  /** Takes the pose of that name; where it is not the last one, `write` fills the positions. */
  take(pose: string, write: (positions: Float32Array) => void): void {
    if (!this.bvh || this.pose === pose) return;
    this.coming = null;
    write(this.positions);
    this.bvh.refit();
    this.pose = pose;
  }

  /** The same without holding up the page: true while rays still meet the pose from before, or nothing yet. */
  takeSoon(pose: string, write: (positions: Float32Array) => void): boolean {
    if (this.bvh && this.pose === pose) return false;
    if (this.bvh && this.coming === null) {
      const positions = new Float32Array(this.positions.length);
      write(positions);
      this.send(pose, positions, null);
    }
    return true;
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
    const { bvh } = this;
    bvh?.shapecast({
      intersectsBounds: (box) => mayHold(box),
      intersectsRange: (offset, count) => {
        for (let n = offset; n < offset + count; n++) {
          const t = 3 * bvh.resolveTriangleIndex(n);
          for (let c = t; c < t + 3; c++) take(this.triangles[c]);
        }
        return false;
      },
    });
  }

  /** Position of a vertex in the pose that was taken last. */
  position(vertex: number): Vector3 {
    return new Vector3().fromArray(this.positions, 3 * vertex);
  }

  dispose(): void {
    this.worker.terminate();
    this.bvh = null;
    this.geometry.dispose();
  }
}
