import { select, uint, vec3, vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import { Fans, surfaceFrame, tangentOf } from "../data/fans";
import { Texels } from "../data/texels";
import { conjugate, quaternionProduct } from "../models/quaternion";
import { DeformTarget, type PosedVertex } from "./deform-target";

/** Positions of a frame or of the rest pose, `REST_FRAME`, 3V; null while they are read from a file. */
export type PositionsOf = (frame: number) => Float32Array | null;

/**
 * The frames of a sequence as poses, in the format of deformers: positions, and each vertex's rotation from the rest
 * pose. The rotation compares frames spanned by the area-weighted normal and the first edge. Display normals, also
 * those split along hard edges, turn with it.
 */
export class SourcePass {
  readonly target: DeformTarget;
  private readonly positions = new Texels("float");
  private readonly fans: Fans;
  /** The rest pose: positions, and frames of vertices as quaternions. The z axes are the normals. */
  readonly restFrames: DeformTarget;
  private readonly sequence: SequenceMesh;
  private readonly like: SourcePass | null;
  private restDone = false;
  private readonly positionsOf: PositionsOf;
  private frame: number | null = null;
  private dirty = false;
  private hasPose = false;

  /**
   * @param positionsOf gives positions of a frame, or null while it is read from its file.
   * @param like another pass for the same sequence. Shares its topology and rest pose, and must outlive this one.
   */
  constructor(sequence: SequenceMesh, positionsOf: PositionsOf, like: SourcePass | null = null) {
    this.sequence = sequence;
    this.positionsOf = positionsOf;
    this.like = like;
    const { vertexCount, triangles, solverIndex } = sequence;
    this.fans = like?.fans ?? new Fans({ vertexCount, triangles: triangles.map((d) => solverIndex[d]) });
    this.restFrames = like?.restFrames ?? new DeformTarget(vertexCount, (i) => this.frameAt(i));
    this.target = new DeformTarget(vertexCount, (i) => {
      const { position, rotation } = this.frameAt(i);
      return {
        position,
        rotation: quaternionProduct(rotation, conjugate(this.restFrames.rotation(i).toVar())),
      };
    });
  }

  private position(i: Node<"uint">): Node<"vec3"> {
    const at = i.mul(uint(3)).toVar();
    const coordinate = (axis: number) => this.positions.load(at.add(uint(axis))).x;
    return vec3(coordinate(0), coordinate(1), coordinate(2)).toVar();
  }

  /** Position and frame of vertex `i`; the frame is the identity if no face has an area. */
  private frameAt(i: Node<"uint">): PosedVertex {
    const p = this.position(i);
    const area = this.fans.areaNormal(i, p, (k) => this.position(k));
    const edge = this.position(this.fans.firstNeighbour(i)).sub(p).toVar();
    const { tangent, sound } = tangentOf(area, edge);
    return { position: p, rotation: select(sound, surfaceFrame(area, tangent), vec4(0, 0, 0, 1)).toVar() };
  }

  private upload(positions: Float32Array): void {
    this.positions.reserve(positions.length).set(positions);
    this.positions.flush();
  }

  /** Shows frame `k`, or the rest pose: `REST_FRAME`. */
  setFrame(k: number): void {
    if (k === this.frame) return;
    this.frame = k;
    this.dirty = true;
  }

  /**
   * Uploads and deforms if the frame changed. Returns whether it did. While a frame is read, the last one stays; before
   * the first it is the rest pose.
   */
  update(renderer: WebGPURenderer): boolean {
    if (!this.dirty || this.frame === null) return false;
    const positions = this.positionsOf(this.frame);
    if (!positions && this.hasPose) return false;
    this.poseRest(renderer);
    this.upload(positions ?? this.sequence.rest);
    this.target.render(renderer);
    this.hasPose = true;
    this.dirty = !positions;
    return true;
  }

  /** Computes the vertex frames of the rest pose, once. */
  private poseRest(renderer: WebGPURenderer): void {
    if (this.like) this.like.poseRest(renderer);
    else if (!this.restDone) {
      this.upload(this.sequence.rest);
      this.restFrames.render(renderer);
      this.restDone = true;
      // The texels now contain the rest pose, so the frame must be uploaded again.
      this.dirty = true;
    }
  }

  dispose(): void {
    this.target.dispose();
    this.positions.dispose();
    if (this.like) return;
    this.restFrames.dispose();
    this.fans.dispose();
  }
}
