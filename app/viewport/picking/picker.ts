import { type Box3, BufferAttribute, BufferGeometry, DoubleSide, type Ray, Vector3 } from "three/webgpu";
import { MeshBVH } from "three-mesh-bvh";
import type { Adjacency } from "../../../workers/geometry/adjacency";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { BvhAnswer, BvhRequest } from "./bvh-worker";

/** The name of the pose from which the tree is built. */
export const REST = "rest";

/** The point where a ray meets the surface, in the sequence's coordinates. */
export interface SurfacePoint {
  point: Vector3;
  /** Unit length, on the side that the ray came from. */
  normal: Vector3;
  /** Solver vertices of the triangle. */
  corners: [number, number, number];
}

/** A point where a ray crosses the surface. */
export interface Crossing {
  distance: number;
  /** Whether the ray runs against the normal, so that it enters if faces point outwards. */
  enters: boolean;
}

/**
 * Finds the surface under a ray. A worker builds the tree once, from the rest pose. Other poses only refit its boxes,
 * and only on demand: in the worker, or at once on this thread.
 */
export class Picker {
  private readonly geometry = new BufferGeometry();
  /** Positions of the current pose, 3V. */
  readonly positions: Float32Array;
  private readonly triangles: Uint32Array;
  private readonly ready: () => void;
  private bvh: MeshBVH | null = null;
  /** The neighbours of each vertex; null until rays can be cast. */
  rings: Adjacency | null = null;
  private readonly worker: Worker;
  private pose = REST;
  /** The pose to which the worker refits its tree. */
  private coming: string | null = null;

  /** `triangles` are those of solver vertices; `ready` is called once rays can be cast. */
  constructor(sequence: SequenceMesh, triangles: Uint32Array, ready: () => void) {
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
    // Another pose was set meanwhile.
    if (pose !== this.coming) return;
    this.coming = null;
    const first = this.bvh === null;
    this.rings ??= rings;
    this.positions.set(positions);
    this.bvh = MeshBVH.deserialize({ ...tree, index: this.triangles }, this.geometry, { setIndex: false });
    this.pose = pose;
    if (first) this.ready();
  }

  /** Sets the pose of that name. If it is not the current one, `write` fills the positions. */
  take(pose: string, write: (positions: Float32Array) => void): void {
    if (!this.bvh || this.pose === pose) return;
    this.coming = null;
    write(this.positions);
    this.bvh.refit();
    this.pose = pose;
  }

  /** Sets a pose without blocking the page. Returns true while rays still meet the former pose, or nothing yet. */
  takeSoon(pose: string, write: (positions: Float32Array) => void): boolean {
    if (this.bvh && this.pose === pose) return false;
    if (this.bvh && this.coming === null) {
      const positions = new Float32Array(this.positions.length);
      write(positions);
      this.send(pose, positions, null);
    }
    return true;
  }

  /** The first point where a ray (in the sequence's coordinates) meets the current pose, or null. */
  hit(ray: Ray): SurfacePoint | null {
    const hit = this.bvh?.raycastFirst(ray, DoubleSide);
    if (!hit?.face) return null;
    const { a, b, c, normal } = hit.face;
    const towards = normal.clone();
    if (towards.dot(ray.direction) > 0) towards.negate();
    return { point: hit.point.clone(), normal: towards, corners: [a, b, c] };
  }

  /** Every point where a ray crosses the current pose, in any order; null until rays can be cast. */
  crossings(ray: Ray): Crossing[] | null {
    const hits = this.bvh?.raycast(ray, DoubleSide);
    return (
      hits?.map(({ distance, face }) => ({
        distance,
        enters: face !== null && face !== undefined && face.normal.dot(ray.direction) < 0,
      })) ?? null
    );
  }

  /** The vertex nearest to the first point where a ray meets the surface, or null. */
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

  /** Visits the vertices in the boxes that pass a test. A vertex may come several times. */
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

  /** Position of a vertex in the current pose. */
  position(vertex: number): Vector3 {
    return new Vector3().fromArray(this.positions, 3 * vertex);
  }

  dispose(): void {
    this.worker.terminate();
    this.bvh = null;
    this.geometry.dispose();
  }
}
