/**
 * Weights in two layers (Le & Deng 2013, "Two-layer sparse compression of dense-weight blend skinning"): W = D A. In
 * each frame the bones are first blended into virtual bones, once for all vertices. Then each vertex blends two virtual
 * bones.
 */
import type { Rig, TwoLayer } from "./rig";
import type { SparseWeights } from "./sparse-weights";
import { WeightBuilder } from "./weight-builder";

/** q. */
export const virtualBoneCount = ({ virtual }: TwoLayer): number => virtual.offsets.length - 1;

/** The weights of the bones themselves, D A. Rows sum to 1 in f32 and are sorted by bone. */
export function expandLayers({ virtual, vertices }: TwoLayer): SparseWeights {
  const count = vertices.offsets.length - 1;
  const rows = new WeightBuilder();
  const sums = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    sums.clear();
    for (let e = vertices.offsets[i]; e < vertices.offsets[i + 1]; e++) {
      const atom = vertices.bones[e];
      for (let d = virtual.offsets[atom]; d < virtual.offsets[atom + 1]; d++) {
        const bone = virtual.bones[d];
        sums.set(bone, (sums.get(bone) ?? 0) + vertices.values[e] * virtual.values[d]);
      }
    }
    rows.addScaledRow([...sums].filter(([, weight]) => weight > 0));
  }
  return rows.weights();
}

/** The motion of the virtual bones, F·q·12: each is a blend of the matrices of its bones, so it may shear and scale. */
export function virtualMotion(
  virtual: SparseWeights,
  motion: ArrayLike<number>,
  boneCount: number,
): Float32Array {
  const q = virtual.offsets.length - 1;
  const frames = motion.length / (12 * boneCount);
  const out = new Float32Array(12 * q * frames);
  const matrix = new Float64Array(12);
  for (let k = 0; k < frames; k++) {
    for (let r = 0; r < q; r++) {
      matrix.fill(0);
      for (let d = virtual.offsets[r]; d < virtual.offsets[r + 1]; d++) {
        const from = 12 * (boneCount * k + virtual.bones[d]);
        for (let n = 0; n < 12; n++) matrix[n] += virtual.values[d] * motion[from + n];
      }
      out.set(matrix, 12 * (q * k + r));
    }
  }
  return out;
}

const equal = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  if (a.length !== b.length) return false;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false;
  return true;
};

/** Cached comparisons: the weights that each pair of layers was compared with, and whether they are its product. */
const compared = new WeakMap<TwoLayer, { weights: SparseWeights; fits: boolean }>();

/**
 * The two layers of a rig if its weights are their product, otherwise null. Painting or removing bones makes new
 * weights, which no longer match the layers. An undo brings the old weights and the layers back.
 */
export function layersOf({ weights, twoLayer }: Pick<Rig, "weights" | "twoLayer">): TwoLayer | null {
  if (!twoLayer) return null;
  const known = compared.get(twoLayer);
  if (known?.weights === weights) return known.fits ? twoLayer : null;
  const product = expandLayers(twoLayer);
  const fits =
    equal(product.offsets, weights.offsets) &&
    equal(product.bones, weights.bones) &&
    equal(product.values, weights.values);
  compared.set(twoLayer, { weights, fits });
  return fits ? twoLayer : null;
}

/**
 * The rig with its virtual bones as ordinary bones, and two weights for each vertex. It moves like the rig in every
 * frame. Its bones have no parents, and they may shear.
 * @param rig with layers of its weights.
 */
export function bakeLayers(rig: Rig, layers: TwoLayer): Rig {
  const q = virtualBoneCount(layers);
  const { twoLayer: _, ...rest } = rig;
  const places = virtualPlaces(layers, rig.rest);
  return {
    ...rest,
    bones: Array.from({ length: q }, (_none, r) => ({
      name: `virtual_${r}`,
      parent: -1,
      head: [places[3 * r], places[3 * r + 1], places[3 * r + 2]],
    })),
    boneKind: "affine",
    weights: layers.vertices,
    motion: virtualMotion(layers.virtual, rig.motion, rig.bones.length),
  };
}

/**
 * Where each virtual bone acts: the mean of its vertices in the rest pose, weighted by their squared weights. 3q; 0 if
 * it moves nothing.
 */
export function virtualPlaces(layers: TwoLayer, rest: ArrayLike<number>): Float32Array {
  const q = virtualBoneCount(layers);
  const sums = new Float64Array(4 * q);
  const { offsets, bones, values } = layers.vertices;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const weight = values[e] * values[e];
      for (let c = 0; c < 3; c++) sums[4 * bones[e] + c] += weight * rest[3 * i + c];
      sums[4 * bones[e] + 3] += weight;
    }
  }
  return Float32Array.from({ length: 3 * q }, (_, n) => {
    const r = Math.floor(n / 3);
    return sums[4 * r + 3] > 0 ? sums[4 * r + (n % 3)] / sums[4 * r + 3] : 0;
  });
}
