import { createRandom } from "../../../workers/math/random";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { movingShells } from "../../../workers/testing/sequences";
import { animate, ball, type Grid, type Point, sheet, TURN, together, tube, turnX } from "./grids";
import { type ContestCase, poses } from "./known-cases";

/** Sequences that nobody looked at while `auto` was made. None of them has an exact rig, but the shells. */

/** Cloth of masses and springs under gravity, held at some vertices. Wind blows along z in gusts. */
function hangingCloth(
  size: number,
  frames: number,
  isHeld: (row: number, column: number) => boolean,
  gust: number,
) {
  const { rest, quads } = sheet(size);
  const random = createRandom(size + frames);
  const phases = [random.next(), random.next(), random.next()].map((x) => TURN * x);
  const springs = springsOf(rest, size);
  const now = rest.map((p): Point => [...p]);
  const before = rest.map((p): Point => [...p]);
  const steps = 24;
  const dt = 1 / (24 * steps);
  const step = (t: number) => {
    for (let i = 0; i < now.length; i++) {
      if (isHeld(Math.floor(i / size), i % size)) continue;
      const [x, y] = now[i];
      const blow =
        gust * (1 + Math.sin(3 * t + phases[0]) + Math.sin(7 * t + 5 * x + phases[1]) * Math.cos(4 * y));
      const force = [0.2 * blow * Math.sin(t + phases[2]), -9.8, blow];
      for (let a = 0; a < 3; a++) {
        const speed = 0.999 * (now[i][a] - before[i][a]);
        before[i][a] = now[i][a];
        now[i][a] += speed + force[a] * dt * dt;
      }
    }
    for (const [a, b, length, stiffness] of springs) {
      const d = now[b].map((x, axis) => x - now[a][axis]);
      const size2 = Math.hypot(...d) || 1;
      const pull = (stiffness * 0.5 * (size2 - length)) / size2;
      const [freeA, freeB] = [a, b].map((i) => !isHeld(Math.floor(i / size), i % size));
      d.forEach((x, axis) => {
        if (freeA) now[a][axis] += pull * x;
        if (freeB) now[b][axis] -= pull * x;
      });
    }
  };
  const shown = Array.from({ length: frames }, (_, k) => {
    for (let s = 0; s < steps; s++) step((k + s / steps) / 24);
    return now.map((p): Point => [...p]);
  });
  return animateFrames("hanging cloth", { rest, quads }, shown);
}

function animateFrames(name: string, grid: Grid, shown: Point[][]): MeshSequence {
  const still = animate(name, grid, shown.length, (p) => p);
  return { ...still, frames: Float32Array.from(shown.flat(2)) };
}

function springsOf(rest: Point[], size: number): [a: number, b: number, length: number, stiffness: number][] {
  const springs: [number, number, number, number][] = [];
  const join = (r: number, c: number, dr: number, dc: number, stiffness: number) => {
    if (r + dr >= size || c + dc >= size || c + dc < 0) return;
    const [a, b] = [r * size + c, (r + dr) * size + c + dc];
    springs.push([a, b, Math.hypot(...rest[a].map((x, axis) => x - rest[b][axis])), stiffness]);
  };
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      join(r, c, 0, 1, 1);
      join(r, c, 1, 0, 1);
      join(r, c, 1, 1, 0.3);
      join(r, c, 1, -1, 0.3);
      join(r, c, 2, 0, 0.05);
      join(r, c, 0, 2, 0.05);
    }
  }
  return springs;
}

/** A square bar that twists up to a whole turn and back, without bones. */
const twistingBar = (frames: number) =>
  animate(
    "twisting bar",
    tube(40, 16, () => 0.4),
    frames,
    (p, t) => turnX(p, TURN * Math.sin(Math.PI * t) * (p[0] / 4) ** 1.5),
  );

/** A ball of jelly that wobbles in some modes while it jumps. */
export function jelly(frames: number, [rings, sectors]: [number, number], offset = 0): MeshSequence {
  const random = createRandom(frames + rings);
  const modes = Array.from({ length: 5 }, (_, n) => ({
    waves: [random.normal(), random.normal(), random.normal()].map((x) => (1 + n / 2) * x),
    way: [random.normal(), random.normal(), random.normal()].map((x) => (0.25 * x) / (n + 1)),
    rate: 1 + n,
    phase: TURN * random.next(),
  }));
  return animate("jelly", ball(rings, sectors), frames, (p, t) => {
    const moved: Point = [p[0] + offset, p[1] + 2 * Math.abs(Math.sin(TURN * t)), p[2] + t];
    for (const { waves, way, rate, phase } of modes) {
      const wave = Math.sin(waves[0] * p[0] + waves[1] * p[1] + waves[2] * p[2] + TURN * rate * t + phase);
      for (let a = 0; a < 3; a++) moved[a] += way[a] * wave;
    }
    return moved;
  });
}

/** A worm that bends at three joints, with muscles that bulge inside each bend. */
function worm(frames: number, shift = 0): MeshSequence {
  const joints = [1, 2, 3];
  const bend = (t: number, j: number) => 1.1 * Math.sin(TURN * t * (1 + j / 2) + j);
  const grid = tube(56, 14, (u) => 0.25 + 0.08 * Math.sin(9 * u));
  grid.rest = grid.rest.map(([x, y, z]): Point => [x + shift, y + shift, z + shift]);
  return animate("worm", grid, frames, ([px, py, pz], t) => {
    let [x, y] = [px - shift, py - shift];
    const z = pz - shift;
    joints.forEach((at, j) => {
      const bulge = 0.5 * Math.max(0, bend(t, j)) * Math.exp(-(((px - shift - at + 0.4) / 0.25) ** 2));
      if (y > 0) y *= 1 + bulge;
    });
    for (let j = joints.length - 1; j >= 0; j--) {
      const share = 1 / (1 + Math.exp(-(px - shift - joints[j]) / 0.08));
      const angle = bend(t, j) * share;
      const d = x - joints[j];
      [x, y] = [
        joints[j] + d * Math.cos(angle) - y * Math.sin(angle),
        d * Math.sin(angle) + y * Math.cos(angle),
      ];
    }
    return [x + shift, y + shift, z + shift];
  });
}

/** Two balls of jelly that lie fifty times their size apart, as one mesh. */
function farApart(frames: number): MeshSequence {
  const other = jelly(frames, [14, 18], 100);
  const lifted = { ...other, rest: other.rest.map((x, at) => (at % 3 ? x : x + 100)) };
  return together("far apart", jelly(frames, [14, 16]), lifted);
}

const corners = (size: number) => (row: number, column: number) =>
  row === 0 && (column === 0 || column === size - 1);

export const UNSEEN_CASES: readonly ContestCase[] = [
  { name: "curtain, 60 frames", bones: 12, sequence: () => hangingCloth(19, 60, corners(19), 1) },
  {
    name: "banner, 40 frames",
    bones: 10,
    sequence: () => hangingCloth(17, 40, (_, column) => column === 0, 6),
  },
  { name: "curtain, 300 frames", bones: 8, sequence: () => hangingCloth(12, 300, corners(12), 3) },
  { name: "twisting bar", bones: 6, sequence: () => twistingBar(30) },
  { name: "jelly, 5 frames", bones: 5, sequence: () => jelly(5, [20, 24]) },
  { name: "jelly, 40 frames", bones: 10, sequence: () => jelly(40, [20, 24]) },
  { name: "jelly of 200 vertices", bones: 8, sequence: () => jelly(24, [10, 20]) },
  { name: "worm with muscles", bones: 7, sequence: () => worm(36) },
  { name: "worm, poses", bones: 9, sequence: () => poses(worm(60), 14) },
  { name: "worm far away", bones: 7, sequence: () => worm(36, 2000) },
  {
    name: "shells 9 with 7 bones",
    bones: 7,
    sequence: () => movingShells({ shells: 9, frames: 30, seed: 7 }).sequence,
  },
  { name: "far apart", bones: 8, sequence: () => farApart(30) },
];
