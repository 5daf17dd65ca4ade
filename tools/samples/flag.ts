/**
 * A striped flag in gusts of wind: a grid of masses and springs, stepped by extended
 * position-based dynamics (Macklin, Müller, Chentanez 2016) with small steps (Macklin et al. 2019).
 */
import { createRandom, type Random } from "../../workers/math/random";
import type { Material } from "../../workers/model/mesh/appearance";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { gridQuads } from "./grid";
import { fillFrames, makeSequence } from "./make-sequence";

export interface FlagOptions {
  /** Vertices along each side of the cloth. */
  size: number;
  frames: number;
  seed: number;
}

export const FLAG_DEFAULTS: FlagOptions = { size: 65, frames: 180, seed: 4 };

const FPS = 30;
/** Metres. */
const WIDTH = 1.5;
const HEIGHT = 0.9;
const POLE_TOP = 2.0;
const POLE_RADIUS = 0.018;
const CLOTH_TOP = 1.92;
const STEPS_PER_FRAME = 20;
/** Seconds simulated before the first frame. */
const RUN_UP_FRAMES = 45;
/** Kilograms per square metre. */
const DENSITY = 0.2;
const GRAVITY = -9.81;

/** A distance constraint between two vertices; compliance 0 is rigid. */
interface Spring {
  a: number;
  b: number;
  length: number;
  /** Metres per newton. */
  compliance: number;
}

/** Threads, shear across each cell, and bending over two cells. */
function springsOf(size: number, rest: Float64Array): Spring[] {
  const springs: Spring[] = [];
  const join = (r: number, c: number, dr: number, dc: number, compliance: number) => {
    if (r + dr >= size || c + dc >= size || c + dc < 0) return;
    const [a, b] = [r * size + c, (r + dr) * size + c + dc];
    const length = Math.hypot(rest[3 * a] - rest[3 * b], rest[3 * a + 1] - rest[3 * b + 1]);
    springs.push({ a, b, length, compliance });
  };
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      join(r, c, 0, 1, 1e-7);
      join(r, c, 1, 0, 1e-7);
      join(r, c, 1, 1, 0.03);
      join(r, c, 1, -1, 0.03);
      join(r, c, 0, 2, 0.15);
      join(r, c, 2, 0, 0.15);
    }
  }
  return springs;
}

/** Wind: a steady stream, and waves of gusts that travel with it. Metres per second, at a place and time. */
function windOf(random: Random): (x: number, y: number, z: number, t: number) => [number, number, number] {
  const gusts = Array.from({ length: 5 }, (_, n) => ({
    along: (1.2 + n) * (0.8 + 0.4 * random.next()),
    up: 1.3 * random.normal(),
    speed: 2 + 1.3 * n * random.next(),
    phase: 2 * Math.PI * random.next(),
    size: 1.5 / (1 + n),
  }));
  return (x, y, z, t) => {
    let across = 0;
    let lift = 0;
    for (const g of gusts) {
      const angle = g.along * (x + 0.4 * z) + g.up * y - g.speed * t * 2 + g.phase;
      across += g.size * Math.sin(angle);
      lift += 0.25 * g.size * Math.cos(1.3 * angle);
    }
    const breeze = 7.8 + 1.6 * Math.sin(1.1 * t) + 0.9 * Math.sin(2.7 * t + 1);
    return [breeze, 0.5 + lift, across];
  };
}

/** The cloth during the simulation: positions and velocities, 3 numbers per vertex. */
class Cloth {
  readonly positions: Float64Array;
  private readonly size: number;
  private readonly velocities: Float64Array;
  private readonly springs: Spring[];
  private readonly inverseMass: Float64Array;
  private readonly wind: ReturnType<typeof windOf>;
  private readonly air: Float64Array;
  private time = 0;

  constructor(size: number, rest: Float64Array, random: Random) {
    this.size = size;
    this.positions = rest.slice();
    this.velocities = new Float64Array(rest.length);
    this.springs = springsOf(size, rest);
    const mass = (DENSITY * WIDTH * HEIGHT) / size ** 2;
    // The edge at the pole is sewn to it.
    this.inverseMass = Float64Array.from({ length: size * size }, (_, i) => (i % size === 0 ? 0 : 1 / mass));
    this.wind = windOf(random);
    this.air = new Float64Array(rest.length);
    for (let i = 0; i < size * size; i++)
      this.positions[3 * i + 2] += 0.01 * random.normal() * (i % size > 0 ? 1 : 0);
  }

  /** The wind changes little within a frame, so it is evaluated once for each quad, at its first corner. */
  feelWind(): void {
    const p = this.positions;
    for (let i = 0; i < this.air.length; i += 3) {
      this.air.set(this.wind(p[i], p[i + 1], p[i + 2], this.time), i);
    }
  }

  /** Pressure and friction of the air on each quad, applied to its corners as changes of velocity. */
  private blow(dt: number): void {
    const { size, positions: p, velocities: v, inverseMass, air } = this;
    const area = (WIDTH * HEIGHT) / (size - 1) ** 2;
    const row = 3 * size;
    for (let q = 0; q < 3 * size * (size - 1); q += 3) {
      if (q % row === row - 3) continue;
      // The diagonals of the quad a, b, d, e.
      const [b, d, e] = [q + 3, q + row + 3, q + row];
      const ux = p[d] - p[q];
      const uy = p[d + 1] - p[q + 1];
      const uz = p[d + 2] - p[q + 2];
      const wx = p[e] - p[b];
      const wy = p[e + 1] - p[b + 1];
      const wz = p[e + 2] - p[b + 2];
      const nx = uy * wz - uz * wy;
      const ny = uz * wx - ux * wz;
      const nz = ux * wy - uy * wx;
      const twice = Math.hypot(nx, ny, nz) || 1;
      const rx = air[q] - 0.25 * (v[q] + v[b] + v[d] + v[e]);
      const ry = air[q + 1] - 0.25 * (v[q + 1] + v[b + 1] + v[d + 1] + v[e + 1]);
      const rz = air[q + 2] - 0.25 * (v[q + 2] + v[b + 2] + v[d + 2] + v[e + 2]);
      const through = (rx * nx + ry * ny + rz * nz) / twice;
      // Newtons: half the density of air times the square of the speed through the quad; a little drag along it.
      const press = (0.78 * area * through * Math.abs(through)) / twice;
      const drag = 0.012 * area * Math.hypot(rx, ry, rz);
      for (let corner = 0; corner < 4; corner++) {
        const i = corner === 0 ? q : corner === 1 ? b : corner === 2 ? d : e;
        const k = 0.25 * dt * inverseMass[i / 3];
        v[i] += k * (press * nx + drag * rx);
        v[i + 1] += k * (press * ny + drag * ry);
        v[i + 2] += k * (press * nz + drag * rz);
      }
    }
  }

  private keepLengths(dt: number): void {
    const { positions: p, inverseMass: w } = this;
    for (const { a, b, length, compliance } of this.springs) {
      const sum = w[a] + w[b];
      if (sum === 0) continue;
      const [i, j] = [3 * a, 3 * b];
      const [dx, dy, dz] = [p[i] - p[j], p[i + 1] - p[j + 1], p[i + 2] - p[j + 2]];
      const now = Math.hypot(dx, dy, dz);
      const s = (length - now) / (now * (sum + compliance / (dt * dt)));
      p[i] += w[a] * s * dx;
      p[i + 1] += w[a] * s * dy;
      p[i + 2] += w[a] * s * dz;
      p[j] -= w[b] * s * dx;
      p[j + 1] -= w[b] * s * dy;
      p[j + 2] -= w[b] * s * dz;
    }
  }

  step(dt: number): void {
    const { positions: p, velocities: v, inverseMass } = this;
    this.blow(dt);
    const before = p.slice();
    for (let n = 0; n < p.length; n++) {
      if (inverseMass[Math.floor(n / 3)] === 0) continue;
      if (n % 3 === 1) v[n] += GRAVITY * dt;
      p[n] += v[n] * dt;
    }
    this.keepLengths(dt);
    const loss = 1 - 0.25 * dt;
    for (let n = 0; n < p.length; n++) v[n] = (loss * (p[n] - before[n])) / dt;
    this.time += dt;
  }
}

/** A lathe of [radius, height] rows: the pole with its foot and ball; its vertices are numbered from `first`. */
function pole(first: number, sectors: number): { points: number[]; quads: number[][] } {
  const ball = Array.from({ length: 5 }, (_, n): [number, number] => {
    const a = Math.PI * (0.12 + (0.88 * n) / 6);
    return [Math.max(1e-3, 0.036 * Math.sin(a)), POLE_TOP + 0.03 - 0.036 * Math.cos(a)];
  });
  const shaft = Array.from({ length: 9 }, (_, n): [number, number] => [POLE_RADIUS, (POLE_TOP * n) / 8]);
  const profile: [number, number][] = [
    [1e-3, 0],
    [0.09, 0],
    [0.09, 0.02],
    [0.03, 0.035],
    ...shaft.slice(1),
    ...ball,
  ];
  const points = profile.flatMap(([radius, height]) =>
    Array.from({ length: sectors }, (_, s) => {
      const a = (2 * Math.PI * s) / sectors;
      return [radius * Math.cos(a) - POLE_RADIUS, height, -radius * Math.sin(a)];
    }).flat(),
  );
  const quads = gridQuads(first, profile.length, sectors, { columns: true }).map((quad) => quad.reverse());
  return { points, quads };
}

const MATERIALS: Material[] = [
  { name: "red", baseColour: [0.33, 0.06, 0.04, 1], doubleSided: true },
  { name: "cream", baseColour: [0.55, 0.45, 0.34, 1], doubleSided: true },
  { name: "pole", baseColour: [0.16, 0.17, 0.19, 1], doubleSided: false },
];

/** The flag and its pole as a sequence in metres; equal seeds give equal flags. */
export function flag(options: Partial<FlagOptions> = {}): MeshSequence {
  const { size, frames: frameCount, seed } = { ...FLAG_DEFAULTS, ...options };
  const count = size * size;
  const uvs: number[] = [];
  const flat = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [u, v] = [(i % size) / (size - 1), Math.floor(i / size) / (size - 1)];
    uvs.push(u, v);
    flat.set([WIDTH * u, CLOTH_TOP - HEIGHT * (1 - v), 0], 3 * i);
  }
  const { points, quads } = pole(count, 16);
  for (let n = 0; n < points.length; n += 3) uvs.push(0, points[n + 1] / POLE_TOP);
  const cloth = new Cloth(size, flat, createRandom(seed));
  const advance = () => {
    cloth.feelWind();
    for (let s = 0; s < STEPS_PER_FRAME; s++) cloth.step(1 / (FPS * STEPS_PER_FRAME));
  };
  for (let f = 0; f < RUN_UP_FRAMES; f++) advance();
  const frames = fillFrames(count + points.length / 3, frameCount, (frame) => {
    frame.set(cloth.positions);
    frame.set(points, 3 * count);
    advance();
  });
  const stripes = [0, 1, 2].map((stripe) => {
    const from = Math.round((stripe * (size - 1)) / 3);
    const to = Math.round(((stripe + 1) * (size - 1)) / 3);
    return gridQuads(from * size, to - from + 1, size);
  });
  return makeSequence({
    name: "flag",
    fps: FPS,
    rest: Float32Array.from([...flat, ...points]),
    frames,
    parts: [
      { name: "lower stripe", material: 0, polygons: stripes[0] },
      { name: "middle stripe", material: 1, polygons: stripes[1] },
      { name: "upper stripe", material: 0, polygons: stripes[2] },
      { name: "pole", material: 2, polygons: quads },
    ],
    materials: MATERIALS,
    uvs: Float32Array.from(uvs),
  });
}
