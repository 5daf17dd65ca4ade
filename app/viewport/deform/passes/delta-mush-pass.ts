import { float, If, select, uint, vec3, vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import type { Surface } from "../../../../workers/geometry/vertex-fans";
import { BoneTexels, transformDirection, transformPoint } from "../data/bone-texels";
import { Fans, surfaceFrame, tangentOf } from "../data/fans";
import { WeightTexels } from "../data/influences";
import { Points } from "../data/points";
import { VertexTarget } from "../data/vertex-target";
import { blendedMatrix } from "../models/classic-models";
import { DirectEntryTexels } from "../models/direct-entry-texels";
import { nearestRotation } from "../models/nearest-rotation";
import { conjugate, quaternionProduct, rotated } from "../models/quaternion";
import { DeformTarget, type PosedVertex } from "./deform-target";
import type { PassData } from "./deformer-pass";
import { PosingPass } from "./posing-pass";

/** Lengths that differ by less than this factor are equal, as in the reference. */
const EQUALLY_LONG = 1.001;

/**
 * Exact Delta Mush: x = ṽ + R d. Smoothing is linear, so the smooth skinned pose is a sum over the entries of Ψ, ṽ_i =
 * Σ_j Mᴿ_j b_ij + ψ_ij M_j [p_i; 1], and the smooth rest pose is p. R is the change of the surface's frame, which comes
 * from the area-weighted normal and the direction to one neighbour. Without a frame, R is the rotation of the linear
 * blend.
 */
export class DeltaMushPass extends PosingPass {
  readonly target: DeformTarget;
  private readonly rest: Points;
  private readonly centres: Points;
  private readonly entries: DirectEntryTexels;
  private readonly bound: WeightTexels;
  private readonly fans: Fans;
  /** ṽ, and the rotation of the linear blend. */
  private readonly smooth: DeformTarget;
  /** For the smooth rest pose: the chosen neighbour, whether there is one, and the frame. */
  private readonly restFrames: VertexTarget;
  private restDirty = false;

  constructor(surface: Surface) {
    const bones = new BoneTexels(false);
    const rest = new Points(({ direct }) => direct?.rest ?? null);
    const centres = new Points(({ direct }) => direct?.centres ?? null);
    const entries = new DirectEntryTexels();
    const bound = new WeightTexels(({ direct }) => direct?.bound ?? null);
    super("dm", bones, [rest, centres, entries, bound]);
    this.rest = rest;
    this.centres = centres;
    this.entries = entries;
    this.bound = bound;
    const { vertexCount } = surface;
    this.fans = new Fans(surface);
    this.smooth = new DeformTarget(vertexCount, (i) => this.smoothPose(i));
    this.restFrames = new VertexTarget(vertexCount, 2, (i) => this.restFrame(i));
    this.target = new DeformTarget(vertexCount, (i) => this.pose(i));
  }

  private smoothPose(i: Node<"uint">): PosedVertex {
    const centre = this.centres.load(i);
    const position = vec3(0).toVar();
    this.entries.each(i, ({ bone, psi, first }) => {
      const rows = this.bones.rows(bone);
      position.addAssign(transformDirection(rows, first()).add(transformPoint(rows, centre).mul(psi)));
    });
    const [x, y, z] = blendedMatrix(this.bones, this.bound, i);
    return { position, rotation: nearestRotation(x.xyz, y.xyz, z.xyz) };
  }

  /** Chooses the neighbour whose edge is longest within the tangent plane, or the first of several equal ones. */
  private restFrame(i: Node<"uint">): Node<"vec4">[] {
    const p = this.centres.load(i);
    const area = this.fans.areaNormal(i, p, (k) => this.centres.load(k));
    const chosen = uint(0).toVar();
    const longest = float(0).toVar();
    const along = vec3(1, 0, 0).toVar();
    this.fans.each(i, (a, b) => {
      for (const neighbour of [a, b]) {
        const { tangent, sound } = tangentOf(area, this.centres.load(neighbour).sub(p).toVar());
        const length = tangent.length().toVar();
        If(sound.and(length.greaterThan(longest.mul(EQUALLY_LONG))), () => {
          chosen.assign(neighbour);
          longest.assign(length);
          along.assign(tangent);
        });
      }
    });
    return [vec4(float(chosen), longest, 0, 0), surfaceFrame(area, along)];
  }

  private pose(i: Node<"uint">): PosedVertex {
    const p = this.smooth.position(i).toVar();
    const rest = this.restFrames.load(i).toVar();
    const area = this.fans.areaNormal(i, p, (k) => this.smooth.position(k));
    const { tangent, sound } = tangentOf(area, this.smooth.position(uint(rest.x)).sub(p).toVar());
    const change = quaternionProduct(
      surfaceFrame(area, tangent),
      conjugate(this.restFrames.load(i, 1).toVar()),
    );
    const framed = sound.and(rest.y.greaterThan(0));
    const rotation = select(framed, change, this.smooth.rotation(i)).toVar();
    const delta = this.rest.load(i).sub(this.centres.load(i)).toVar();
    return { position: p.add(rotated(rotation, delta)), rotation };
  }

  override setData(data: PassData): boolean {
    this.restDirty = true;
    return super.setData(data);
  }

  run(renderer: WebGPURenderer): void {
    if (this.restDirty) this.restFrames.render(renderer);
    this.restDirty = false;
    this.smooth.render(renderer);
    this.target.render(renderer);
  }

  override dispose(): void {
    super.dispose();
    for (const part of [this.smooth, this.restFrames, this.fans]) part.dispose();
  }
}
