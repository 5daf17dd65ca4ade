import {
  attribute,
  cameraProjectionMatrix,
  float,
  mix,
  modelViewMatrix,
  normalize,
  select,
  smoothstep,
  uint,
  uniform,
  varying,
  vec2,
  vec3,
  vec4,
} from "three/tsl";
import {
  BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type Node,
  NodeMaterial,
  Sphere,
} from "three/webgpu";
import type { LevelLine } from "../../../../workers/geometry/selecting/level-line";
import type { DeformTarget } from "../../deform/passes/deform-target";
import { CORNERS, LIFT, QUAD, type ViewSize } from "./over-surface";

/** Half the width of the line and of its outline, in CSS pixels. */
const HALF = 0.9;
const OUTLINE = 1.9;
/** A dash and its gap, in CSS pixels. */
const PERIOD = 8;
const DASH = 5;

/** The edge of a mask as a dashed line on a deformed mesh. Each segment is an instance. */
export class MaskEdge {
  readonly mesh: Mesh;
  /** CSS pixels per unit of the rest pose, at the middle of the mesh. */
  readonly scale = uniform(1);
  private readonly geometry = new InstancedBufferGeometry();
  private line: LevelLine | null = null;

  constructor(target: DeformTarget, size: ViewSize) {
    this.geometry.setAttribute("position", new BufferAttribute(CORNERS, 3));
    this.geometry.setIndex(QUAD);
    // Set here, or three would measure it.
    this.geometry.boundingSphere = new Sphere();
    const material = new NodeMaterial();
    const ends = attribute<"uvec4">("ends", "uvec4");
    const places = attribute<"vec4">("places", "vec4");
    const clipAt = (a: Node<"uint">, b: Node<"uint">, share: Node<"float">) => {
      const on = mix(target.position(a), target.position(b), share) as Node<"vec3">;
      const view = modelViewMatrix.mul(vec4(on, 1)) as Node<"vec4">;
      return cameraProjectionMatrix.mul(vec4(view.xyz.mul(1 - LIFT), 1)) as Node<"vec4">;
    };
    const from = clipAt(uint(ends.x), uint(ends.y), places.x);
    const to = clipAt(uint(ends.z), uint(ends.w), places.y);
    const corner = attribute<"vec3">("position", "vec3");
    const pixels = (clip: Node<"vec4">) => clip.xy.div(clip.w).mul(size).div(2);
    const way = pixels(to).sub(pixels(from));
    const along = select(way.length().greaterThan(1e-3), normalize(way), vec2(1, 0)) as Node<"vec2">;
    const across = vec2(along.y.negate(), along.x);
    const isEnd = corner.x.greaterThan(0);
    const clip = select(isEnd, to, from) as Node<"vec4">;
    const reach = OUTLINE + 1;
    const offset = across.mul(corner.y.mul(reach)).add(along.mul(corner.x.mul(0.5)));
    material.vertexNode = vec4(clip.xy.add(offset.mul(2).div(size).mul(clip.w)), clip.z, clip.w);
    const away = varying(corner.y.mul(reach)).abs();
    const length = varying(select(isEnd, places.w, places.z) as Node<"float">).mul(this.scale);
    const phase = length.div(PERIOD).fract().mul(PERIOD);
    const dash = smoothstep(float(DASH + 0.5), float(DASH - 0.5), phase);
    const white = smoothstep(HALF + 0.5, HALF - 0.5, away).mul(dash);
    const cover = smoothstep(OUTLINE + 0.5, OUTLINE - 0.5, away);
    material.fragmentNode = vec4(vec3(white.mul(0.96).add(0.04)), cover.mul(white.mul(0.35).add(0.65)));
    material.transparent = true;
    material.depthWrite = false;
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 29;
  }

  /** Shows a line; null hides it. Does not upload the same line again. */
  show(line: LevelLine | null): void {
    this.mesh.visible = line !== null && line.ends.length > 0;
    if (!line || line.ends.length === 0 || this.line === line) return;
    this.line = line;
    this.geometry.setAttribute("ends", new InstancedBufferAttribute(line.ends, 4));
    this.geometry.setAttribute("places", new InstancedBufferAttribute(line.places, 4));
    this.geometry.instanceCount = line.ends.length / 4;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.geometry.dispose();
    (this.mesh.material as NodeMaterial).dispose();
  }
}
