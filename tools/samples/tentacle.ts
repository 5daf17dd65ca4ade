/**
 * A tentacle that curls, sweeps and twists: a tapering tube with ridges and suckers along a curve that bends in time.
 */
import type { Material } from "../../workers/model/mesh/appearance";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { gridQuads } from "./grid";
import { fillFrames, makeSequence } from "./make-sequence";
import { apply, clamp, type Mat3, multiply, ramp, turn, type Vec3 } from "./vector";

export interface TentacleOptions {
  /** Rings along the length, and vertices of each. */
  rings: number;
  sectors: number;
  frames: number;
}

export const TENTACLE_DEFAULTS: TentacleOptions = { rings: 144, sectors: 48, frames: 96 };

const FPS = 24;
/** Metres. */
const LENGTH = 2;
const BASE_RADIUS = 0.15;
const TIP_RADIUS = 0.012;
/** Pairs of suckers, on the underside. */
const SUCKERS = 17;

const MATERIALS: Material[] = [
  { name: "skin", baseColour: [0.3, 0.15, 0.115, 1], doubleSided: false },
  { name: "underside", baseColour: [0.52, 0.38, 0.3, 1], doubleSided: false },
];

/** Radius at s in 0..1 from base to tip, without ridges. */
function taper(s: number): number {
  const foot = 0.09 * Math.exp(-s / 0.045);
  return TIP_RADIUS + (BASE_RADIUS - TIP_RADIUS) * (1 - s) ** 1.15 + foot;
}

/**
 * Height of the surface above the taper, as a share of the radius: folds across the back, suckers below.
 * @param angle about the axis; 0 is the middle of the back, ±π the middle of the underside.
 */
function relief(s: number, angle: number): number {
  const back = ramp(2.1, 1.2, Math.abs(angle));
  const folds = 0.035 * back * Math.cos(2 * Math.PI * 44 * s + 0.5 * Math.cos(3 * angle));
  const across = Math.abs(Math.abs(angle) - 2.62) / 0.36;
  // Suckers are closer together where the arm is thinner.
  const along = SUCKERS * (1.7 * s - 0.7 * s * s);
  const away = Math.hypot(across, (2 * (along - Math.round(along))) / 0.82);
  const rim = Math.exp(-(((away - 0.72) / 0.24) ** 2));
  const cup = -0.6 * Math.exp(-((away / 0.4) ** 2));
  const fade = ramp(0.05, 0.12, s) * ramp(1, 0.9, s);
  return folds * ramp(0.02, 0.1, s) + 0.17 * fade * (rim + cup) - 0.08 * fade * (1 - back);
}

/**
 * Bend towards the suckers (about z), sideways (about x) and twist, radians per length, at s and time t of the loop.
 */
function curvature(s: number, t: number): { curl: number; sway: number; twist: number } {
  const turnOf = 2 * Math.PI * t;
  const root = ramp(0, 0.15, s);
  const coil = 9.5 * s ** 2.3 * (0.85 + 0.35 * Math.sin(turnOf - 2.1));
  const curl = 1.25 * Math.sin(turnOf - 1.4 * s) - 2.1 * (1 - s) + coil;
  const sway = 1.5 * Math.sin(turnOf + 0.9 - 3.1 * s) + 0.7 * Math.sin(2 * turnOf - 5 * s);
  const twist = 1.6 * Math.sin(turnOf + 2 * s + 0.5) + 0.5 * Math.sin(2 * turnOf + 1);
  return { curl: root * curl, sway: root * sway, twist: root * twist };
}

/** Centre and frame of every ring: columns are the side, the axis and the back. */
function spine(rings: number, t: number | null): { centre: Vec3; frame: Mat3 }[] {
  let frame: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  let centre: Vec3 = [0, 0, 0];
  const step = 1 / (rings - 1);
  return Array.from({ length: rings }, (_, r) => {
    const here = { centre, frame };
    if (t !== null) {
      const { curl, sway, twist } = curvature((r + 0.5) * step, t);
      frame = multiply(frame, turn(sway * step, twist * step, -curl * step));
    }
    const axis = apply(frame, [0, LENGTH * step, 0]);
    centre = [centre[0] + axis[0], centre[1] + axis[1], centre[2] + axis[2]];
    return here;
  });
}

/** One pose, 3·(rings·sectors + 1): a swelling of the muscle runs along the arm. */
function pose(rings: number, sectors: number, t: number | null, out: Float32Array): void {
  const curve = spine(rings, t);
  curve.forEach(({ centre, frame }, r) => {
    const s = r / (rings - 1);
    const wave = t === null ? 0 : Math.sin(2 * Math.PI * (2 * s - t));
    const swell = 1 + 0.07 * wave * ramp(0, 0.2, s) * ramp(1, 0.8, s);
    const end = Math.sqrt(clamp((1 - s) * 40));
    for (let c = 0; c < sectors; c++) {
      const angle = 2 * Math.PI * (c / sectors) - Math.PI;
      const radius = taper(s) * swell * (1 + relief(s, angle)) * end;
      const p = apply(frame, [-radius * Math.cos(angle), 0, radius * Math.sin(angle)]);
      out.set([centre[0] + p[0], centre[1] + p[1], centre[2] + p[2]], 3 * (r * sectors + c));
    }
  });
  out.set(curve[rings - 1].centre, 3 * rings * sectors);
}

/** UVs are cut along the underside: the vertices there occur twice, and the tip once for each sector. */
function unwrap(rings: number, sectors: number) {
  const solverIndex: number[] = [];
  const uvs: number[] = [];
  for (let r = 0; r < rings; r++) {
    for (let c = 0; c <= sectors; c++) {
      solverIndex.push(r * sectors + (c % sectors));
      uvs.push(c / sectors, r / (rings - 1));
    }
  }
  const tip = solverIndex.length;
  for (let c = 0; c < sectors; c++) {
    solverIndex.push(rings * sectors);
    uvs.push((c + 0.5) / sectors, 1);
  }
  const last = (rings - 1) * (sectors + 1);
  const cap = Array.from({ length: sectors }, (_, c) => [last + c, last + c + 1, tip + c]);
  return { solverIndex, uvs: Float32Array.from(uvs), quads: gridQuads(0, rings, sectors + 1), cap };
}

/** The tentacle as a sequence in metres; its frames loop. */
export function tentacle(options: Partial<TentacleOptions> = {}): MeshSequence {
  const { rings, sectors, frames: frameCount } = { ...TENTACLE_DEFAULTS, ...options };
  const count = rings * sectors + 1;
  const rest = new Float32Array(3 * count);
  pose(rings, sectors, null, rest);
  const { solverIndex, uvs, quads, cap } = unwrap(rings, sectors);
  const isUnder = (quad: number[]) => {
    const sector = quad[0] % (sectors + 1);
    return Math.abs(sector / sectors - 0.5) > 0.305;
  };
  return makeSequence({
    name: "tentacle",
    fps: FPS,
    rest,
    frames: fillFrames(count, frameCount, (frame, k) => pose(rings, sectors, k / frameCount, frame)),
    parts: [
      { name: "back", material: 0, polygons: [...quads.filter((quad) => !isUnder(quad)), ...cap] },
      { name: "underside", material: 1, polygons: quads.filter(isUnder) },
    ],
    materials: MATERIALS,
    solverIndex,
    uvs,
  });
}
