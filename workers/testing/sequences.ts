/**
 * Small generated sequences for tests: each has a property that is known exactly.
 */

import { gridQuads } from "../../tools/samples/grid";
import { fillFrames, makeSequence } from "../../tools/samples/make-sequence";
import { createRandom, type Random } from "../math/random";
import type { Material } from "../model/mesh/appearance";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../model/rig/rig";
import { compose, packWeights, skinInto, turnAbout } from "./rigs";

const CLAY: Material = { name: "clay", baseColour: [0.55, 0.43, 0.35, 1], doubleSided: false };

/** A sequence, and a rig that reproduces it up to the rounding of f32. */
export interface GroundTruth {
  sequence: MeshSequence;
  rig: Rig;
}

function randomAxis(random: Random): number[] {
  const v = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...v) || 1;
  return v.map((x) => x / length);
}

/** Surface of a box of x·y·z cells, without seams: lattice points, and quads that face outwards. */
function boxSurface(cells: [number, number, number]): { points: number[][]; quads: number[][] } {
  const points: number[][] = [];
  const quads: number[][] = [];
  const known = new Map<string, number>();
  const vertex = (p: number[]) => {
    const key = p.join();
    if (!known.has(key)) known.set(key, points.push(p) - 1);
    return known.get(key)!;
  };
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [0, cells[axis]]) {
      for (let a = 0; a < cells[u]; a++) {
        for (let b = 0; b < cells[v]; b++) {
          const at = (da: number, db: number) => {
            const p = [0, 0, 0];
            p[axis] = side;
            p[u] = a + da;
            p[v] = b + db;
            return vertex(p);
          };
          const quad = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
          quads.push(side === 0 ? quad.reverse() : quad);
        }
      }
    }
  }
  return { points, quads };
}

/**
 * A square bar along x that bends, twists and sways by a chain of rigid bones; at most 4 influences per vertex. The rig
 * is the exact answer.
 * @param length cells along the bar; `width` cells across; V = 4·width·(length + 1) + 2·(width − 1)².
 */
export function bendingBar({ bones = 4, frames = 12, length = 24, width = 4, seed = 1 } = {}): GroundTruth {
  const random = createRandom(seed);
  const { points, quads } = boxSurface([length, width, width]);
  const rest = points.flatMap(([x, y, z]) => [(4 * x) / length - 2, y / width - 0.5, z / width - 0.5]);
  const centre = (j: number) => -2 + (4 * (j + 0.5)) / bones;
  const rows = Array.from({ length: rest.length / 3 }, (_, i) => {
    const near = Array.from({ length: bones }, (_, j): [number, number] => {
      const d = Math.abs(rest[3 * i] - centre(j)) / (4 / bones);
      return [j, Math.max(0, 1 - d / 1.5) ** 2];
    }).filter(([, w]) => w > 1e-6);
    return near.length > 0 ? near : [[0, 1] as [number, number]];
  });
  const rates = Array.from({ length: bones }, () => [random.next(), random.next(), random.next()]);
  const motion: number[] = [];
  for (let k = 0; k < frames; k++) {
    const swing = Math.sin((2 * Math.PI * k) / frames);
    const sway = Math.cos((2 * Math.PI * k) / frames);
    let chain = turnAbout([0, 0, 1], 0, [0, 0, 0], [0.3 * swing, 0.2 * sway, 0.1 * swing]);
    for (let j = 0; j < bones; j++) {
      const hinge = [-2 + (4 * j) / bones, 0, 0];
      const bend = turnAbout([0, 0, 1], (0.3 + 0.4 * rates[j][0]) * swing, hinge, [0, 0, 0]);
      const lean = turnAbout([0, 1, 0], 0.4 * rates[j][1] * sway, hinge, [0, 0, 0]);
      const twist = turnAbout([1, 0, 0], 0.5 * rates[j][2] * swing, hinge, [0, 0, 0]);
      chain = compose(chain, compose(bend, compose(lean, twist)));
      motion.push(...chain);
    }
  }
  const rig: Rig = {
    version: 1,
    bones: Array.from(
      { length: bones },
      (_, j): Bone => ({ name: `bar_${j + 1}`, parent: j - 1, head: [-2 + (4 * j) / bones, 0, 0] }),
    ),
    boneKind: "rigid",
    weights: packWeights(rows),
    motion: Float32Array.from(motion),
    rest: Float32Array.from(rest),
  };
  const sequence = makeSequence({
    name: "bar",
    fps: 24,
    rest: rig.rest,
    frames: fillFrames(rest.length / 3, frames, (frame, k) => skinInto(frame, rig, k)),
    parts: [{ name: "bar", material: 0, polygons: quads }],
    materials: [CLAY],
  });
  return { sequence, rig };
}

/** Boxes without common vertices. Each turns and moves on its own, so one rigid bone for each is exact. */
export function movingShells({ shells = 6, frames = 16, detail = 4, seed = 1 } = {}): GroundTruth {
  const random = createRandom(seed);
  const box = boxSurface([detail, detail, detail]);
  const perShell = box.points.length;
  const across = Math.ceil(Math.cbrt(shells));
  const centres = Array.from({ length: shells }, (_, s) => [
    2.5 * (s % across),
    2.5 * (Math.floor(s / across) % across),
    2.5 * Math.floor(s / across ** 2),
  ]);
  const rest = Float32Array.from(
    centres.flatMap((centre) => {
      const scale = 0.4 + 0.5 * random.next();
      return box.points.flatMap((p) => p.map((x, a) => centre[a] + scale * ((2 * x) / detail - 1)));
    }),
  );
  const movers = centres.map((centre) => ({
    centre,
    axis: randomAxis(random),
    turn: 1 + 3 * random.next(),
    travel: randomAxis(random),
    phase: 2 * Math.PI * random.next(),
  }));
  const motion: number[] = [];
  for (let k = 0; k < frames; k++) {
    const t = (k + 1) / frames;
    for (const m of movers) {
      const shift = m.travel.map((x) => x * Math.sin(2 * Math.PI * t + m.phase));
      motion.push(...turnAbout(m.axis, m.turn * t, m.centre, shift));
    }
  }
  const rig: Rig = {
    version: 1,
    bones: centres.map((c, s) => ({ name: `shell_${s + 1}`, parent: -1, head: [c[0], c[1], c[2]] })),
    boneKind: "rigid",
    weights: packWeights(
      Array.from({ length: shells * perShell }, (_, i) => [[Math.floor(i / perShell), 1]]),
    ),
    motion: Float32Array.from(motion),
    rest,
  };
  const sequence = makeSequence({
    name: "shells",
    fps: 24,
    rest,
    frames: fillFrames(rest.length / 3, frames, (frame, k) => skinInto(frame, rig, k)),
    parts: centres.map((_, s) => ({
      name: `shell ${s + 1}`,
      material: s % 2,
      polygons: box.quads.map((quad) => quad.map((v) => v + s * perShell)),
    })),
    materials: [CLAY, { name: "slate", baseColour: [0.2, 0.25, 0.32, 1], doubleSided: false }],
  });
  return { sequence, rig };
}

/** A square patch of cloth, fixed at one edge, with waves that travel along it; no rig is exact. UVs in 0..1. */
export function clothPatch({ size = 21, frames = 24, seed = 1 } = {}): MeshSequence {
  const random = createRandom(seed);
  const waves = Array.from({ length: 3 }, (_, n) => ({
    along: (n + 1) * (0.8 + 0.4 * random.next()),
    across: 2 * random.next() - 1,
    phase: 2 * Math.PI * random.next(),
    height: 0.16 / (n + 1),
  }));
  const uvs = new Float32Array(2 * size * size);
  const rest = new Float32Array(3 * size * size);
  for (let i = 0; i < size * size; i++) {
    const [u, v] = [(i % size) / (size - 1), Math.floor(i / size) / (size - 1)];
    uvs.set([u, v], 2 * i);
    rest.set([u, v, 0], 3 * i);
  }
  const frameArray = fillFrames(size * size, frames, (frame, k) => {
    for (let i = 0; i < size * size; i++) {
      const [u, v] = [uvs[2 * i], uvs[2 * i + 1]];
      let z = 0;
      for (const w of waves) {
        const angle = 2 * Math.PI * (w.along * u + w.across * v - k / frames) + w.phase;
        z += w.height * u * (Math.sin(angle) - Math.sin(w.phase) * (1 - u));
      }
      frame.set([u * (1 - 0.3 * Math.abs(z)), v - 0.2 * u * z * z, z], 3 * i);
    }
  });
  return makeSequence({
    name: "cloth",
    fps: 24,
    rest,
    frames: frameArray,
    parts: [{ name: "cloth", material: 0, polygons: gridQuads(0, size, size) }],
    materials: [{ name: "linen", baseColour: [0.6, 0.2, 0.15, 1], doubleSided: true }],
    uvs,
  });
}

/** A square patch of cloth that lies exactly flat for a third of the frames. Then one half folds over, with waves. */
export function foldingCloth({ size = 13, frames = 18, seed = 1 } = {}): MeshSequence {
  const random = createRandom(seed);
  const [beats, phase] = [2 + random.next(), 2 * Math.PI * random.next()];
  const cloth = clothPatch({ size, frames: 1 });
  const still = Math.ceil(frames / 3);
  const positions = fillFrames(size * size, frames, (frame, k) => {
    const share = Math.max(0, (k - still + 1) / (frames - still));
    for (let i = 0; i < frame.length; i += 3) {
      const [u, v] = [cloth.rest[i] - 0.5, cloth.rest[i + 1]];
      const angle = u > 0 ? 0.9 * Math.PI * share : 0;
      const wave = 0.06 * share * Math.sin(beats * Math.PI * (u + v) + phase);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      frame.set([u * c - wave * s, v, u * s + wave * c], i);
    }
  });
  return { ...cloth, frames: positions, frameCount: frames };
}

/** A static cube: 8 solver vertices, 24 display vertices with a UV square per side. */
export function staticCube({ frames = 2 } = {}): MeshSequence {
  const box = boxSurface([1, 1, 1]);
  const rest = Float32Array.from(box.points.flat(), (x) => 2 * x - 1);
  return makeSequence({
    name: "cube",
    fps: 24,
    rest,
    frames: fillFrames(8, frames, (frame) => frame.set(rest)),
    parts: [
      {
        name: "cube",
        material: 0,
        polygons: box.quads.map((_, q) => [4 * q, 4 * q + 1, 4 * q + 2, 4 * q + 3]),
      },
    ],
    materials: [CLAY],
    solverIndex: box.quads.flat(),
    uvs: Float32Array.from(box.quads.flatMap(() => [0, 0, 1, 0, 1, 1, 0, 1])),
  });
}
