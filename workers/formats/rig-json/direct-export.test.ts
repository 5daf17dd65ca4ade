import { type AbstractMatrix, Matrix, SingularValueDecomposition } from "ml-matrix";
import { beforeAll, describe, expect, it } from "vitest";
import { deformFrames, entriesOf, isDirect, prepareDeformer } from "../../deform/deform-frames";
import { prepareDirect } from "../../deform/prepare";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { DEFORM_DEFAULTS, DEFORMER_KINDS, type DirectData, deformSourceOf } from "../../model/deform";
import { SinewError } from "../../model/errors";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { exportDirect } from "./direct-export";

const makeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});
const { sequence, rig } = bendingBar({ bones: 4, frames: 5, length: 12, width: 3, seed: 8 });
const source = deformSourceOf(sequence, rig);
const settings = { ...DEFORM_DEFAULTS, iterations: 8, alpha: 0.4 };
const ORIGIN: [number, number, number] = [12, -7, 3];
let data: DirectData;
beforeAll(async () => {
  data = await prepareDirect(source, settings, makeParallel, UNWATCHED);
});

const exported = (kind: (typeof DEFORMER_KINDS)[number]) =>
  exportDirect({ name: "bar", kind, source, data, settings, origin: ORIGIN, upAxis: "y", metresPerUnit: 1 });

type Vector = number[];
type Affine = { linear: Matrix; shift: Vector };
const minus = (a: Vector, b: Vector) => a.map((x, c) => x - b[c]);
const plus = (a: Vector, b: Vector) => a.map((x, c) => x + b[c]);
const times = (s: number, a: Vector) => a.map((x) => s * x);
const apply = (m: AbstractMatrix, v: Vector) => m.mmul(Matrix.columnVector(v)).to1DArray();
const determinant = (m: Matrix) => {
  const [a, b, c, d, e, f, g, h, i] = m.to1DArray();
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
};
const symmetric = ([xx, xy, xz, yy, yz, zz]: Vector) =>
  new Matrix([
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ]);

/** A reader that was written only from the page about the format. */
function read({ json, bin }: { json: Uint8Array; bin: Uint8Array }) {
  const header = JSON.parse(new TextDecoder().decode(json));
  expect(header).toMatchObject({
    format: "sinew-direct-delta-mush",
    version: 1,
    binary: "bar.ddm.bin",
    binaryBytes: bin.length,
  });
  const view = new DataView(bin.buffer, bin.byteOffset, bin.length);
  const rows = (name: string): Vector[] => {
    const { byteOffset, type, count, components } = header.arrays[name];
    expect(byteOffset % 16).toBe(0);
    const size = type === "u16" ? 2 : 4;
    const get = (at: number) =>
      type === "f32"
        ? view.getFloat32(at, true)
        : type === "u32"
          ? view.getUint32(at, true)
          : view.getUint16(at, true);
    return Array.from({ length: count }, (_, n) =>
      components.map((_name: string, c: number) => get(byteOffset + size * (n * components.length + c))),
    );
  };
  return { header, rows };
}

/** The unit quaternion x, y, z, w of a rotation, computed from its largest component. */
function quaternionOf(m: Matrix): Vector {
  const t = (r: number, c: number) => m.get(r, c);
  const squares = [
    1 + t(0, 0) - t(1, 1) - t(2, 2),
    1 - t(0, 0) + t(1, 1) - t(2, 2),
    1 - t(0, 0) - t(1, 1) + t(2, 2),
    1 + t(0, 0) + t(1, 1) + t(2, 2),
  ];
  const off = [t(2, 1) - t(1, 2), t(0, 2) - t(2, 0), t(1, 0) - t(0, 1)];
  const sum = [t(1, 0) + t(0, 1), t(0, 2) + t(2, 0), t(2, 1) + t(1, 2)];
  const rows = [
    [squares[0], sum[0], sum[1], off[0]],
    [sum[0], squares[1], sum[2], off[1]],
    [sum[1], sum[2], squares[2], off[2]],
    [...off, squares[3]],
  ];
  const row = rows[squares.indexOf(Math.max(...squares))];
  return times(1 / Math.hypot(...row), row);
}

const matrixOf = ([x, y, z, w]: Vector) =>
  new Matrix([
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]);

function blendTurns(entries: { bone: number; psi: number }[], turns: Vector[]): Matrix {
  const pivot = entries.reduce((best, entry) => (entry.psi > best.psi ? entry : best));
  const sum = entries.reduce(
    (total, { bone, psi }) => {
      const dot = turns[bone].reduce((s, x, c) => s + x * turns[pivot.bone][c], 0);
      return plus(total, times(dot < 0 ? -psi : psi, turns[bone]));
    },
    [0, 0, 0, 0],
  );
  return matrixOf(times(1 / Math.hypot(...sum), sum));
}

/** Poses one frame from the files, by the formulas of docs/reference/direct-export.md. */
function poseFromFile(file: ReturnType<typeof read>, bones: Affine[]): Vector[] {
  const { header, rows } = file;
  const variant: string = header.variant;
  const [rest, first, of, numbers] = ["rest", "offsets", "bones", "entries"].map(rows);
  const centres = variant === "v5" ? [] : rows("centres");
  const patches = variant === "v1" ? rows("patches") : [];
  const turns = bones.map(({ linear }) => quaternionOf(linear));
  return rest.map((u, i) => {
    const entries = Array.from({ length: first[i + 1][0] - first[i][0] }, (_, n) => {
      const e = first[i][0] + n;
      const named = Object.fromEntries(
        header.arrays.entries.components.map((name: string, c: number) => [name, numbers[e][c]]),
      ) as Record<string, number>;
      return {
        named,
        bone: of[e][0],
        omega: named.omega,
        psi: named.psi,
        b: [named.bx, named.by, named.bz],
      };
    });
    const move = (bone: number, p: Vector) => plus(apply(bones[bone].linear, p), bones[bone].shift);
    if (variant === "v5") {
      return entries.reduce((sum, e) => plus(sum, times(e.omega, move(e.bone, u))), [0, 0, 0]);
    }
    const p = centres[i];
    const d = minus(u, p);
    let q = [0, 0, 0];
    for (const e of entries) {
      q = plus(q, times(e.omega, move(e.bone, p)));
      if (variant !== "v4") q = plus(q, apply(bones[e.bone].linear, e.b));
    }
    if (variant === "v2" || variant === "v4") return plus(q, apply(blendTurns(entries, turns), d));
    if (variant === "v3") {
      const R = entries.reduce(
        (sum, e) => Matrix.add(sum, Matrix.mul(bones[e.bone].linear, e.psi)),
        Matrix.zeros(3, 3),
      );
      const turned = apply(R, d);
      return plus(q, times(Math.hypot(...d) / Math.hypot(...turned), turned));
    }
    const C = entries.reduce(
      (sum, e) => {
        const A = symmetric(["Axx", "Axy", "Axz", "Ayy", "Ayz", "Azz"].map((name) => e.named[name]));
        const arm = Matrix.columnVector(minus(move(e.bone, p), p)).mmul(Matrix.rowVector(e.b));
        return Matrix.add(sum, Matrix.add(bones[e.bone].linear.mmul(A), arm));
      },
      Matrix.zeros(3, 3),
    );
    if (variant === "v1") {
      const cofactors = new Matrix(
        [0, 1, 2].map((r) =>
          [0, 1, 2].map((c) => {
            const at = (dr: number, dc: number) => C.get((r + dr) % 3, (c + dc) % 3);
            return at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1);
          }),
        ),
      );
      return plus(q, apply(cofactors.mmul(symmetric(patches[i])), d));
    }
    const svd = new SingularValueDecomposition(C);
    const [U, W] = [svd.leftSingularVectors, svd.rightSingularVectors];
    const sign = determinant(U.mmul(W.transpose())) < 0 ? -1 : 1;
    return plus(q, apply(U.mmul(Matrix.diag([1, 1, sign])).mmul(W.transpose()), d));
  });
}

describe("the export of Direct Delta Mush", () => {
  it.each(DEFORMER_KINDS.filter((kind) => isDirect(kind) && kind !== "ddm-v5-dqs"))(
    "poses %s like the engine, only from the files",
    async (kind) => {
      const file = read(exported(kind));
      const prepared = await prepareDeformer(kind, source, settings, makeParallel, UNWATCHED);
      const diagonal = restDiagonal(sequence);
      await deformFrames(prepared.deformer, rig.motion, rig.bones.length, UNWATCHED, (k, posed) => {
        // The file has its own coordinates, with y = M (x − o) + o.
        const bones = rig.bones.map((_, j): Affine => {
          const m = [...rig.motion.subarray(12 * (k * rig.bones.length + j)).subarray(0, 12)];
          const linear = new Matrix([m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)]);
          return { linear, shift: plus(minus([m[3], m[7], m[11]], apply(linear, ORIGIN)), ORIGIN) };
        });
        poseFromFile(file, bones).forEach((x, i) => {
          const truth = plus([...posed.positions.subarray(3 * i, 3 * i + 3)], ORIGIN);
          expect(Math.hypot(...minus(x, truth))).toBeLessThan(1e-5 * diagonal);
        });
      });
    },
  );

  it("has only the data that its variant needs", () => {
    const bytes = Object.fromEntries(
      DEFORMER_KINDS.filter(isDirect).map((kind) => [kind, exported(kind).bin.length]),
    );
    const [V, E, T] = [sequence.vertexCount, data.bones.length, source.triangles.length / 3];
    const shared = 12 * V + 4 * (V + 1) + 2 * E + 12 * T;
    const expected: Record<string, number> = {
      "ddm-v0": shared + 12 * V + 40 * E,
      "ddm-v1": shared + 36 * V + 40 * E,
      "ddm-v2": shared + 12 * V + 20 * E,
      "ddm-v3": shared + 12 * V + 20 * E,
      "ddm-v4": shared + 12 * V + 8 * E,
      "ddm-v5": shared + 4 * E,
      "ddm-v5-dqs": shared + 4 * E,
    };
    for (const [kind, size] of Object.entries(expected)) {
      expect(bytes[kind]).toBeGreaterThanOrEqual(size);
      expect(bytes[kind]).toBeLessThan(size + 7 * 16);
    }
  });

  it("has its settings and the surface", () => {
    const { header, rows } = read(exported("ddm-v5-dqs"));
    expect(header).toMatchObject({ variant: "v5", skinning: "dual-quaternion", upAxis: "y" });
    expect(header.settings).toMatchObject({ alpha: 0.4, iterations: 8, bind: "rigid", painted: [] });
    expect(header.bones.map((bone: { name: string }) => bone.name)).toEqual(
      rig.bones.map(({ name }) => name),
    );
    expect(header.bones[1].head).toEqual(plus(rig.bones[1].head, ORIGIN));
    expect(rows("triangles").flat()).toEqual([...source.triangles]);
    const omega = entriesOf(data, settings).omega;
    rows("entries").forEach(([w], e) => {
      expect(w).toBeCloseTo(omega[e], 6);
    });
    expect(header.counts.entries).toBe(data.bones.length);
  });

  it("refuses deformers without entries", () => {
    expect(() => exported("dqs")).toThrow(SinewError);
  });
});
