import { abs, float, fwidth, mix, positionWorld, smoothstep, uniform, vec2, vec4 } from "three/tsl";
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  type Node,
  NodeMaterial,
  Vector2,
  Vector3,
} from "three/webgpu";
import type { Rgb } from "../palette";
import type { GroundShadow } from "./ground-shadow";

/** Distances from the middle, in scales, at which the grid begins to fade and is gone. */
const FADE_FROM = 0.25;
const FADE_TO = 0.95;
/** Half the ground's side, in scales: the grid, and the longest shadow of a mesh. */
const REACH = 1.3;
const MAJOR_EVERY = 4;

/** Where the ground lies, in the world. */
export interface GroundPlace {
  height: number;
  /** Size of the mesh: what the grid's steps and fading are measured by. */
  scale: number;
  /** Middle of what is seen of it: x, z. */
  centre: [number, number];
  /** Where the sequence's own origin lies: x, z. */
  origin: [number, number];
  showGrid: boolean;
}

/** A round step that divides a mesh of the given size into some ten squares. */
export function gridStep(scale: number): number {
  const rough = scale / 20;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const digit = rough / decade;
  return decade * (digit < 2 ? 1 : digit < 5 ? 2.5 : 5);
}

/** Cover of lines every `step`, one pixel wide; they vanish where they would crowd. */
function lines(at: Node<"vec2">, step: Node<"float">): Node<"float"> {
  const u = at.div(step).toVar();
  const width = fwidth(u).max(1e-6).toVar();
  const off = abs(u.sub(0.5).fract().sub(0.5)).div(width);
  const crowd = smoothstep(0.35, 0.12, width.x.max(width.y));
  const cover = off.oneMinus().clamp(0, 1);
  return cover.x.max(cover.y).mul(crowd);
}

/** The ground: a grid that fades out, the two axes that lie in it, and the mesh's shadow. */
export class Ground {
  readonly mesh: Mesh;
  private readonly material = new NodeMaterial();
  private readonly centre = uniform(new Vector2());
  private readonly scale = uniform(1);
  private readonly step = uniform(1);
  /** Where the sequence's own origin lies: x, z. */
  private readonly origin = uniform(new Vector2());
  private readonly axisColours = [uniform(new Vector3()), uniform(new Vector3())];
  private readonly lineColour = uniform(new Vector3(1, 1, 1));
  private readonly lineAlpha = uniform(1);
  private readonly shadowAlpha = uniform(1);
  private readonly gridAlpha = uniform(1);

  constructor(shadow: GroundShadow) {
    const geometry = new BufferGeometry();
    const corners = new Float32Array([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1]);
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    geometry.setIndex([0, 2, 1, 0, 3, 2]);
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -50;
    const p = positionWorld.xz.sub(this.origin).toVar();
    const far = positionWorld.xz.sub(this.centre).length().div(this.scale);
    const fade = smoothstep(FADE_TO, FADE_FROM, far).mul(this.gridAlpha).toVar();
    const minor = lines(p, this.step).mul(0.04);
    const major = lines(p, this.step.mul(MAJOR_EVERY)).mul(0.1);
    const grid = minor.max(major).mul(this.lineAlpha).mul(fade).toVar();
    const onAxis = vec2(1.1)
      .sub(abs(p.div(fwidth(p).max(1e-12))))
      .clamp(0, 1)
      .toVar();
    const axes = onAxis.x.max(onAxis.y).mul(0.5).mul(fade).toVar();
    const axisColour = mix(
      this.axisColours[0],
      this.axisColours[1],
      onAxis.x.greaterThan(onAxis.y).select(float(1), float(0)),
    );
    const dark = shadow.darkness(positionWorld).mul(this.shadowAlpha).toVar();
    const line = grid.max(axes).toVar();
    const alpha = line.add(dark.mul(line.oneMinus())).toVar();
    const lineOver = mix(this.lineColour, axisColour, axes.greaterThan(grid).select(float(1), float(0)));
    this.material.fragmentNode = vec4(lineOver.mul(line.div(alpha.max(1e-5))), alpha);
    this.material.transparent = true;
    this.material.depthWrite = false;
    this.material.side = DoubleSide;
  }

  setTheme(light: boolean, axes: [Rgb, Rgb]): void {
    this.lineColour.value.setScalar(light ? 0.1 : 1);
    this.lineAlpha.value = light ? 1.6 : 1;
    this.shadowAlpha.value = light ? 0.55 : 1;
    axes.forEach((colour, i) => {
      this.axisColours[i].value.set(...colour);
    });
  }

  /** Lays the ground under a mesh. */
  place({ height, scale, centre, origin, showGrid }: GroundPlace): void {
    this.mesh.position.set(centre[0], height, centre[1]);
    this.mesh.scale.set(REACH * scale, 1, REACH * scale);
    this.mesh.updateMatrixWorld();
    this.centre.value.set(...centre);
    this.origin.value.set(...origin);
    this.scale.value = scale;
    this.step.value = gridStep(scale);
    this.gridAlpha.value = showGrid ? 1 : 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
