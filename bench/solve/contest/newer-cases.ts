import { hound } from "../../../tools/samples/hound";
import { createRandom } from "../../../workers/math/random";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { animate, type Point, sheet, TURN, together, tube } from "./grids";
import { type ContestCase, poses } from "./known-cases";
import { jelly } from "./unseen-cases";

/** More sequences that nobody looked at while `auto` was made. The other lists have already led to changes in it. */

/** A thin rope that hangs from one end and swings in two travelling waves, without stretching. */
function rope(frames: number): MeshSequence {
  const rings = 80;
  const grid = tube(rings, 6, () => 0.06);
  const step = 4 / (rings - 1);
  return animate("rope", grid, frames, ([x, y, z], t) => {
    let [cx, cy, angle] = [0, 0, 0];
    for (let s = 0; s < x - 1e-9; s += step) {
      angle = 0.9 * Math.sin(TURN * (2 * t - s / 3)) * (s / 4) + 0.5 * Math.sin(TURN * (3 * t - s / 1.4));
      cx += step * Math.cos(angle);
      cy += step * Math.sin(angle);
    }
    const sway = 0.4 * Math.sin(TURN * t) * (x / 4) ** 2;
    return [cx - y * Math.sin(angle), cy + y * Math.cos(angle), z + sway];
  });
}

/** A sheet that is crushed into ever more and deeper folds. */
function crumpled(size: number, frames: number): MeshSequence {
  const random = createRandom(size);
  const folds = Array.from({ length: 9 }, (_, n) => {
    const angle = TURN * random.next();
    const rate = (1.5 + 1.1 * n) * TURN;
    return { wave: [Math.cos(angle), Math.sin(angle)], rate, phase: TURN * random.next(), from: n / 12 };
  });
  return animate("crumpled sheet", sheet(size), frames, ([x, y], t) => {
    const moved: Point = [x * (1 - 0.45 * t), y * (1 - 0.35 * t * t), 0];
    for (const { wave, rate, phase, from } of folds) {
      const grown = Math.max(0, t - from);
      const at = rate * (wave[0] * x + wave[1] * y) + phase;
      moved[2] += ((1.2 * grown) / rate) * Math.abs(Math.sin(at)) * 2;
      for (let a = 0; a < 2; a++) moved[a] += ((0.8 * grown) / rate) * wave[a] * Math.cos(at + 2 * t);
    }
    return moved;
  });
}

/** A hound that walks under a blanket, which lies above its back and trails in waves. */
function houndInBlanket(frames: number): MeshSequence {
  const body = hound({ cell: 0.1, frames });
  const [low, high] = boundsOf(body.rest);
  const size = [0, 1, 2].map((a) => high[a] - low[a]);
  const long = size[0] > size[2] ? 0 : 2;
  const across = 2 - long;
  const grid = sheet(15);
  grid.rest = grid.rest.map(([u, v]): Point => {
    const p: Point = [0, high[1] + 0.02 * size[1], 0];
    p[long] = low[long] + size[long] * (0.25 + 0.5 * u);
    p[across] = (low[across] + high[across]) / 2 + 0.9 * size[across] * (v + 0.5) * 2;
    return p;
  });
  const blanket = animate("blanket", grid, frames, (p, t) => {
    const [mid, side] = [
      (low[long] + high[long]) / 2,
      (p[across] - (low[across] + high[across]) / 2) / size[across],
    ];
    const moved: Point = [...p];
    const flap = Math.sin(TURN * (3 * t - (p[long] - mid) / size[long]) + 2 * Math.abs(side));
    moved[1] += size[1] * (0.08 * flap * Math.abs(side) - 0.35 * side * side);
    moved[long] += 0.05 * size[long] * Math.sin(TURN * 2 * t) * Math.abs(side);
    return moved;
  });
  return together("hound in a blanket", body, blanket);
}

function boundsOf(positions: Float32Array): [low: number[], high: number[]] {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  positions.forEach((x, at) => {
    low[at % 3] = Math.min(low[at % 3], x);
    high[at % 3] = Math.max(high[at % 3], x);
  });
  return [low, high];
}

/** A sleeve that slides over an arm which bends inside it. */
function slidingShells(frames: number): MeshSequence {
  const bent = (p: Point, t: number): Point => {
    const angle = 1.2 * Math.sin(Math.PI * t) * (1 / (1 + Math.exp(-(p[0] - 2) / 0.2)));
    const d = p[0] - 2;
    return [
      2 + d * Math.cos(angle) - p[1] * Math.sin(angle),
      d * Math.sin(angle) + p[1] * Math.cos(angle),
      p[2],
    ];
  };
  const arm = animate(
    "arm",
    tube(36, 14, (u) => 0.3 + 0.1 * Math.sin(5 * u)),
    frames,
    bent,
  );
  const cuff = tube(18, 16, () => 0.5);
  cuff.rest = cuff.rest.map(([x, y, z]): Point => [0.8 + 0.35 * x, y, z]);
  const sleeve = animate("sleeve", cuff, frames, ([x, y, z], t) => {
    const slid = x + 0.7 * Math.sin(TURN * t);
    const wrinkle = 1 + 0.08 * Math.sin(14 * x) * Math.max(0, Math.sin(TURN * t));
    return bent([slid, y * wrinkle, z * wrinkle], t);
  });
  return together("sliding shells", arm, sleeve);
}

/** Half a head whose jaw, brows, cheeks and lids move in mixed expressions. */
function faces(count: number): MeshSequence {
  const size = 31;
  const grid = sheet(size);
  const random = createRandom(count);
  grid.rest = grid.rest.map(([u, v]): Point => {
    const [a, b] = [Math.PI * (u - 0.5) * 0.95, Math.PI * (v + 0.5) * 0.9];
    const nose = 0.25 * Math.exp(-((a / 0.14) ** 2) - ((b - 0.05) / 0.3) ** 2);
    return [0.75 * Math.sin(a) * Math.cos(b), Math.sin(b), (0.85 + nose) * Math.cos(a) * Math.cos(b)];
  });
  const places: [x: number, y: number, size: number, way: Point][] = [
    [0, -0.6, 0.3, [0, -0.22, -0.06]],
    [0.35, 0.4, 0.16, [0, 0.1, 0.03]],
    [-0.35, 0.4, 0.16, [0, 0.1, 0.03]],
    [0.38, -0.15, 0.22, [0.05, 0.07, 0.1]],
    [-0.38, -0.15, 0.22, [-0.05, 0.07, 0.1]],
    [0.25, -0.45, 0.12, [0.1, 0.03, 0.02]],
    [-0.25, -0.45, 0.12, [-0.1, 0.03, 0.02]],
    [0.3, 0.22, 0.1, [0, -0.09, 0.02]],
    [-0.3, 0.22, 0.1, [0, -0.09, 0.02]],
  ];
  const mixes = Array.from({ length: count }, () => places.map(() => Math.max(0, random.normal())));
  return animate("faces", grid, count, (p, t) => {
    const moved: Point = [...p];
    places.forEach(([x, y, width, way], n) => {
      const near = Math.exp(-((p[0] - x) ** 2 + (p[1] - y) ** 2) / width ** 2);
      const amount = mixes[Math.round(t * count) - 1][n] * near;
      for (let a = 0; a < 3; a++) moved[a] += amount * way[a];
    });
    return moved;
  });
}

export const NEWER_CASES: readonly ContestCase[] = [
  { name: "rope, 60 frames", bones: 10, sequence: () => rope(60) },
  { name: "jelly, 9 poses", bones: 7, sequence: () => poses(jelly(60, [20, 24]), 9) },
  { name: "crumpled sheet", bones: 14, sequence: () => crumpled(23, 40) },
  { name: "hound in a blanket", bones: 18, sequence: () => houndInBlanket(40) },
  { name: "sliding shells", bones: 6, sequence: () => slidingShells(30) },
  { name: "faces, 12 poses", bones: 9, sequence: () => faces(12) },
];
