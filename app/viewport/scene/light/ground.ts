import {
  attribute,
  Fn,
  float,
  fwidth,
  positionWorld,
  smoothstep,
  uniform,
  varying,
  vec2,
  vec4,
} from "three/tsl";
import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  DoubleSide,
  Group,
  Mesh,
  type Node,
  NodeMaterial,
  Vector3,
  Vector4,
} from "three/webgpu";
import type { UpAxis } from "../../../../workers/model/mesh/mesh-sequence";
import type { Rgb, ThemeColours } from "../../colours/palette";
import type { ScenePlacement } from "../../geometry/placement";
import type { GroundShadow } from "./ground-shadow";

/** Distances from the centre, in scales, at which the grid begins to fade and is gone. */
const FADE_FROM = 0.25;
const FADE_TO = 0.95;
/** Half the side of the shadow square, in scales. */
const SHADOW_REACH = 1.5;
const MAJOR_EVERY = 4;
const MINOR_ALPHA = 0.04;
const MAJOR_ALPHA = 0.1;
const AXIS_ALPHA = 0.5;
/** Lines closer than this fraction of their spacing, in pixels, fade away. */
const CROWDED = 0.35;
const SPARSE = 0.12;

/** A round step that divides a mesh of the given size into about ten squares. */
export function gridStep(scale: number): number {
  const rough = scale / 20;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const digit = rough / decade;
  return decade * (digit < 2 ? 1 : digit < 5 ? 2.5 : 5);
}

function overlay(): NodeMaterial {
  const material = new NodeMaterial();
  material.transparent = true;
  material.depthWrite = false;
  material.side = DoubleSide;
  // Flat: back and front need no order, so one draw is enough.
  material.forceSinglePass = true;
  return material;
}

/** The ground: the mesh's shadow, and a fading grid with its two axes. */
export class Ground {
  readonly group = new Group();
  private readonly shade: Mesh;
  private readonly grid: Mesh;
  private readonly axisColours = [uniform(new Vector3()), uniform(new Vector3())];
  /** Colour of the lines, and their strength relative to the dark theme. */
  private readonly lineColour = uniform(new Vector4(1, 1, 1, 1));
  private readonly shadowAlpha = uniform(1);

  constructor(shadow: GroundShadow, { motion, ground, origin, diagonal }: ScenePlacement) {
    const middle: [number, number] = [(motion.min.x + motion.max.x) / 2, (motion.min.z + motion.max.z) / 2];
    const shade = overlay();
    shade.fragmentNode = vec4(0, 0, 0, shadow.darkness(positionWorld).mul(this.shadowAlpha));
    this.shade = new Mesh(square(middle, ground, SHADOW_REACH * diagonal), shade);
    const grid = overlay();
    const step = gridStep(diagonal);
    // In steps from the sequence's own origin, computed per vertex: large coordinates keep their fraction.
    const at = varying(attribute<"vec2">("uv", "vec2"));
    const away = varying(attribute<"vec2">("offset", "vec2"));
    grid.fragmentNode = this.gridColour(at, away);
    this.grid = new Mesh(disc(middle, ground, FADE_TO * diagonal, origin, step), grid);
    this.shade.renderOrder = -50;
    this.grid.renderOrder = -49;
    this.shade.frustumCulled = this.grid.frustumCulled = false;
    this.group.add(this.shade, this.grid);
  }

  /** Lines one pixel wide at whole numbers of `at`; `away` is 1 at the end of the grid. */
  private gridColour(at: Node<"vec2">, away: Node<"vec2">): Node<"vec4"> {
    return Fn(() => {
      const width = fwidth(at).max(1e-6).toVar();
      const cover = (every: number) => {
        const off = at.div(every).sub(0.5).fract().sub(0.5).abs().mul(every).div(width);
        const lines = off.oneMinus().clamp(0, 1).toVar();
        return lines.x.max(lines.y).mul(smoothstep(CROWDED * every, SPARSE * every, width.x.max(width.y)));
      };
      const lines = cover(1).mul(MINOR_ALPHA).max(cover(MAJOR_EVERY).mul(MAJOR_ALPHA)).mul(this.lineColour.w);
      const onAxis = vec2(1.1).sub(at.abs().div(width)).clamp(0, 1).toVar();
      const axes = onAxis.x.max(onAxis.y).mul(AXIS_ALPHA).toVar();
      const [alongX, alongZ] = this.axisColours;
      const axisColour = onAxis.x.greaterThan(onAxis.y).select(alongZ, alongX);
      const colour = axes.greaterThan(lines).select(axisColour, this.lineColour.xyz);
      const fade = smoothstep(float(1), float(FADE_FROM / FADE_TO), away.length());
      return vec4(colour, lines.max(axes).mul(fade));
    })();
  }

  setTheme(light: boolean, axes: [Rgb, Rgb]): void {
    if (light) this.lineColour.value.set(0.1, 0.1, 0.12, 1.6);
    else this.lineColour.value.set(1, 1, 1, 1);
    this.shadowAlpha.value = light ? 0.55 : 1;
    axes.forEach((colour, i) => {
      this.axisColours[i].value.set(...colour);
    });
  }

  showGrid(shown: boolean): void {
    this.grid.visible = shown;
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const part of [this.shade, this.grid]) {
      part.geometry.dispose();
      (part.material as NodeMaterial).dispose();
    }
  }
}

/** Colours of the two ground axes, along the world's x and z. */
export function groundAxes(up: UpAxis, [x, y, z]: ThemeColours["axes"]): [Rgb, Rgb] {
  if (up === "y") return [x, z];
  return up === "z" ? [x, y] : [y, z];
}

/** A horizontal square. */
function square([x, z]: [number, number], height: number, half: number): BufferGeometry {
  const geometry = new BufferGeometry();
  const corners = [-1, -1, 1, -1, 1, 1, -1, 1];
  const position = new Float32Array(12);
  for (let c = 0; c < 4; c++) {
    position.set([x + half * corners[2 * c], height, z + half * corners[2 * c + 1]], 3 * c);
  }
  geometry.setAttribute("position", new BufferAttribute(position, 3));
  geometry.setIndex([0, 2, 1, 0, 3, 2]);
  return geometry;
}

/** A horizontal disc. Each vertex has grid coordinates (`uv`) and its offset from the centre over the radius. */
function disc(
  middle: [number, number],
  height: number,
  radius: number,
  origin: [number, number],
  step: number,
): BufferGeometry {
  const geometry = new CircleGeometry(radius / Math.cos(Math.PI / 32), 32);
  geometry.rotateX(-Math.PI / 2).translate(middle[0], height, middle[1]);
  const position = geometry.getAttribute("position");
  const uv = geometry.getAttribute("uv");
  const offset = new BufferAttribute(new Float32Array(2 * position.count), 2);
  for (let i = 0; i < position.count; i++) {
    const [x, z] = [position.getX(i), position.getZ(i)];
    uv.setXY(i, (x - origin[0]) / step, (z - origin[1]) / step);
    offset.setXY(i, (x - middle[0]) / radius, (z - middle[1]) / radius);
  }
  geometry.setAttribute("offset", offset);
  return geometry;
}
