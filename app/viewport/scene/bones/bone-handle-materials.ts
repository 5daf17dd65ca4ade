import {
  attribute,
  cameraProjectionMatrix,
  cameraViewMatrix,
  float,
  mix,
  select,
  smoothstep,
  uniform,
  varying,
  vec2,
  vec3,
  vec4,
} from "three/tsl";
import { type Node, NodeMaterial, Vector2, Vector3 } from "three/webgpu";

/** Radii in CSS pixels. */
const DOT = 4.5;
const DOT_SELECTED = 6;
const RING = 9.5;
const SPRITE = 12;
const LINE_WIDTH = 1.3;
/** The dark casing of every dot, sRGB. */
const CASING = [0.04, 0.043, 0.055] as const;
/** Added to the state of dots that share their colour with another bone. */
export const HOLLOW = 4;
/** Uniforms of the handles' materials: the view in CSS pixels, the accent, the length of an axis in the world. */
export const handleLooks = () => ({
  viewport: uniform(new Vector2(1, 1)),
  accent: uniform(new Vector3()),
  length: uniform(1),
});

type HandleLooks = ReturnType<typeof handleLooks>;

/** A dot with a casing, a dark core if another bone has the same colour, and a ring if it is selected. */
export function dotMaterial(looks: HandleLooks): NodeMaterial {
  const material = overlayMaterial();
  const corner = attribute<"vec3">("position", "vec3").xy;
  const clip = toClip(attribute<"vec3">("centre", "vec3"));
  material.vertexNode = vec4(
    clip.xy.add(
      corner
        .mul(2 * SPRITE)
        .div(looks.viewport)
        .mul(clip.w),
    ),
    clip.zw,
  );
  const coded = varying(attribute<"float">("state", "float")).toVar();
  const hollow = select(coded.greaterThan(HOLLOW - 0.5), float(1), float(0)).toVar();
  const state = coded.sub(hollow.mul(HOLLOW));
  const colour = varying(attribute<"vec3">("colour", "vec3"));
  const r = varying(corner).length().mul(SPRITE);
  const chosen = state.greaterThan(1.5);
  const radius = select(
    chosen,
    float(DOT_SELECTED),
    select(state.greaterThan(0.5), float(DOT + 1), float(DOT)),
  );
  const disc = (of: Node<"float">) => smoothstep(of.add(0.6), of.sub(0.6), r);
  const casing = select(chosen, vec3(1), vec3(...CASING));
  const casingWidth = select(chosen, float(2), float(1.4));
  const inner = disc(radius.sub(casingWidth.mul(0.4)));
  const outer = disc(radius.add(casingWidth.mul(0.6)));
  const ring = smoothstep(float(1.5), float(0.4), r.sub(RING).abs()).mul(select(chosen, float(1), float(0)));
  const core = disc(radius.mul(0.36)).mul(hollow);
  const body = mix(casing, mix(colour, vec3(...CASING), core), inner);
  const alpha = outer.max(ring);
  material.fragmentNode = vec4(mix(looks.accent, body, outer.div(alpha.max(1e-4)).clamp(0, 1)), alpha);
  return material;
}

/** A line from the handle along an axis, with the same width at any distance. */
export function axisMaterial(looks: HandleLooks): NodeMaterial {
  const material = overlayMaterial();
  const corner = attribute<"vec3">("position", "vec3");
  const from = attribute<"vec3">("centre", "vec3");
  const a = toClip(from).toVar();
  const b = toClip(from.add(attribute<"vec3">("axis", "vec3").mul(looks.length))).toVar();
  const along = b.xy.div(b.w).sub(a.xy.div(a.w)).mul(looks.viewport);
  const side = vec2(along.y.negate(), along.x).div(along.length().max(1e-6));
  const clip = mix(a, b, corner.x);
  const offset = side
    .mul(corner.y.mul(LINE_WIDTH + 1))
    .div(looks.viewport)
    .mul(clip.w);
  material.vertexNode = vec4(clip.xy.add(offset), clip.zw);
  const across = varying(corner.y)
    .abs()
    .mul((LINE_WIDTH + 1) / 2);
  const alpha = smoothstep(LINE_WIDTH / 2 + 0.5, LINE_WIDTH / 2 - 0.5, across).mul(0.9);
  material.fragmentNode = vec4(varying(attribute<"vec3">("colour", "vec3")), alpha);
  return material;
}

function overlayMaterial(): NodeMaterial {
  const material = new NodeMaterial();
  material.transparent = true;
  material.depthTest = material.depthWrite = false;
  return material;
}

function toClip(world: Node<"vec3">): Node<"vec4"> {
  return cameraProjectionMatrix.mul(cameraViewMatrix).mul(vec4(world, 1)) as Node<"vec4">;
}
