import {
  attribute,
  float,
  mix,
  normalize,
  select,
  smoothstep,
  uint,
  uniform,
  varying,
  vec2,
} from "three/tsl";
import { InstancedBufferAttribute, type Node } from "three/webgpu";
import type { LevelLine } from "../../../../workers/geometry/selecting/level-line";
import type { DeformTarget } from "../../deform/passes/deform-target";
import { movedByPixels, onSurface, outlined, SurfaceShapes, type ViewSize } from "./surface-shapes";

/** Half the width of the line and of its outline, in CSS pixels. */
const HALF = 0.9;
const OUTLINE = 1.9;
/** A dash and its gap, in CSS pixels. */
const PERIOD = 8;
const DASH = 5;

/** The edge of a mask as a dashed line on a deformed mesh. Each segment is an instance. */
export class MaskEdge extends SurfaceShapes {
  /** CSS pixels per unit of the rest pose, at the middle of the mesh. */
  readonly scale = uniform(1);

  constructor(target: DeformTarget, size: ViewSize) {
    super(29);
    const ends = attribute<"uvec4">("ends", "uvec4");
    const places = attribute<"vec4">("places", "vec4");
    const clipAt = (a: Node<"uint">, b: Node<"uint">, share: Node<"float">) =>
      onSurface(mix(target.position(a), target.position(b), share) as Node<"vec3">);
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
    const offset = across.mul(corner.y.mul(reach)).add(along.mul(corner.x.mul(0.5))) as Node<"vec2">;
    this.material.vertexNode = movedByPixels(clip, offset, size);
    const away = varying(corner.y.mul(reach)).abs();
    const length = varying(select(isEnd, places.w, places.z) as Node<"float">).mul(this.scale);
    const phase = length.div(PERIOD).fract().mul(PERIOD);
    const dash = smoothstep(float(DASH + 0.5), float(DASH - 0.5), phase);
    const white = smoothstep(HALF + 0.5, HALF - 0.5, away).mul(dash) as Node<"float">;
    const cover = smoothstep(OUTLINE + 0.5, OUTLINE - 0.5, away) as Node<"float">;
    this.material.fragmentNode = outlined(white, cover, 0.65);
  }

  /** Shows a line; null hides it. */
  show(line: LevelLine | null): void {
    this.showInstances(line, line ? line.ends.length / 4 : 0, () => ({
      ends: new InstancedBufferAttribute(line!.ends, 4),
      places: new InstancedBufferAttribute(line!.places, 4),
    }));
  }
}
