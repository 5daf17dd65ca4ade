/** Eigenvalues in descending order, and the eigenvectors as rows: vectors[q·n + c]. */
export interface Eigen {
  values: Float64Array;
  vectors: Float64Array;
}

/**
 * All eigenvalues and eigenvectors of a symmetric matrix: Householder reduction to tridiagonal form, then implicit QL
 * (Bowdler, Martin, Reinsch & Wilkinson 1968). Rows of the working matrix are the vectors, so both halves access memory
 * in order. Errors are of the order of 1e-15 times the largest eigenvalue.
 * @param matrix n x n, row-major; only its lower triangle is read.
 */
export function symmetricEigen(matrix: ArrayLike<number>, n: number): Eigen {
  const work = eigenInSteps(matrix, n);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same work in steps of O(n²). A caller may pause after each, and the last one returns the result. */
export function* eigenInSteps(matrix: ArrayLike<number>, n: number): Generator<void, Eigen> {
  const z = Float64Array.from(matrix).subarray(0, n * n);
  const diagonal = new Float64Array(n);
  const off = new Float64Array(n);
  const reflections = yield* tridiagonalise(z, n, diagonal, off);
  yield* implicitQl(reflections, n, diagonal, off);
  return sortDescending(reflections, n, diagonal);
}

/**
 * Reduces z (destroyed) to tridiagonal form; returns Qᵀ, whose rows are the basis of the tridiagonal form. off[i]
 * couples i and i + 1.
 */
function* tridiagonalise(
  z: Float64Array,
  n: number,
  diagonal: Float64Array,
  off: Float64Array,
): Generator<void, Float64Array> {
  const reflectors: (Float64Array | null)[] = [];
  const product = new Float64Array(n);
  for (let k = 0; k + 2 < n; k++) {
    const m = n - k - 1;
    const u = new Float64Array(m);
    for (let i = 0; i < m; i++) u[i] = z[(k + 1 + i) * n + k];
    const scale = Math.hypot(...chunkNorms(u));
    if (scale === 0) {
      reflectors.push(null);
      continue;
    }
    const alpha = u[0] > 0 ? -scale : scale;
    u[0] -= alpha;
    const length = Math.hypot(...chunkNorms(u));
    for (let i = 0; i < m; i++) u[i] /= length;
    z[(k + 1) * n + k] = alpha;
    for (let i = 1; i < m; i++) z[(k + 1 + i) * n + k] = 0;
    applyTwoSided(z, n, k + 1, u, product);
    reflectors.push(u);
    yield;
  }
  for (let i = 0; i < n; i++) diagonal[i] = z[i * n + i];
  for (let i = 0; i + 1 < n; i++) off[i] = z[(i + 1) * n + i];
  return yield* accumulate(reflectors, n);
}

/** Norms of runs of 64, so hypot neither overflows nor gets too many arguments. */
function chunkNorms(u: Float64Array): number[] {
  const norms: number[] = [];
  for (let at = 0; at < u.length; at += 64) norms.push(Math.hypot(...u.subarray(at, at + 64)));
  return norms;
}

/** The trailing block from `first` on becomes H · block · H with H = 1 − 2 u uᵀ; lower triangle only. */
function applyTwoSided(z: Float64Array, n: number, first: number, u: Float64Array, p: Float64Array): void {
  const m = u.length;
  p.fill(0, 0, m);
  for (let i = 0; i < m; i++) {
    const row = (first + i) * n + first;
    const ui = u[i];
    let sum = z[row + i] * ui;
    for (let j = 0; j < i; j++) {
      sum += z[row + j] * u[j];
      p[j] += z[row + j] * ui;
    }
    p[i] += sum;
  }
  let uTp = 0;
  for (let i = 0; i < m; i++) uTp += u[i] * p[i];
  for (let i = 0; i < m; i++) p[i] = 2 * (p[i] - uTp * u[i]);
  for (let i = 0; i < m; i++) {
    const row = (first + i) * n + first;
    const ui = u[i];
    const pi = p[i];
    for (let j = 0; j <= i; j++) z[row + j] -= ui * p[j] + pi * u[j];
  }
}

/** Qᵀ = H(n−3) · … · H(0), the last reflector first, so each touches only the trailing block. */
function* accumulate(reflectors: readonly (Float64Array | null)[], n: number): Generator<void, Float64Array> {
  const q = new Float64Array(n * n);
  for (let i = 0; i < n; i++) q[i * n + i] = 1;
  for (let k = reflectors.length - 1; k >= 0; k--) {
    const u = reflectors[k];
    if (!u) continue;
    for (let r = k + 1; r < n; r++) {
      const row = r * n + k + 1;
      let sum = 0;
      for (let j = 0; j < u.length; j++) sum += q[row + j] * u[j];
      if (sum === 0) continue;
      for (let j = 0; j < u.length; j++) q[row + j] -= 2 * sum * u[j];
    }
    yield;
  }
  return q;
}

/** Diagonalises the tridiagonal matrix; the rotations act on pairs of rows of `q`. */
function* implicitQl(q: Float64Array, n: number, d: Float64Array, e: Float64Array): Generator<void> {
  for (let l = 0; l < n; l++) {
    for (let turn = 0; turn < 60; turn++) {
      let m = l;
      while (m + 1 < n && Math.abs(e[m]) > Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))) m++;
      if (m === l) break;
      qlStep(q, n, d, e, l, m);
      yield;
    }
  }
}

/** One implicitly shifted QL sweep on rows l … m. */
function qlStep(q: Float64Array, n: number, d: Float64Array, e: Float64Array, l: number, m: number): void {
  const half = (d[l + 1] - d[l]) / (2 * e[l]);
  const root = Math.hypot(half, 1);
  let g = d[m] - d[l] + e[l] / (half + (half >= 0 ? root : -root));
  let s = 1;
  let c = 1;
  let p = 0;
  for (let i = m - 1; i >= l; i--) {
    const f = s * e[i];
    const b = c * e[i];
    const r = Math.hypot(f, g);
    e[i + 1] = r;
    if (r === 0) {
      d[i + 1] -= p;
      e[m] = 0;
      return;
    }
    s = f / r;
    c = g / r;
    g = d[i + 1] - p;
    const t = (d[i] - g) * s + 2 * c * b;
    p = s * t;
    d[i + 1] = g + p;
    g = c * t - b;
    rotate(q, (i + 1) * n, i * n, n, s, c);
  }
  d[l] -= p;
  e[l] = g;
  e[m] = 0;
}

function rotate(q: Float64Array, upper: number, lower: number, n: number, s: number, c: number): void {
  for (let k = 0; k < n; k++) {
    const f = q[upper + k];
    const g = q[lower + k];
    q[upper + k] = s * g + c * f;
    q[lower + k] = c * g - s * f;
  }
}

function sortDescending(q: Float64Array, n: number, d: Float64Array): Eigen {
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => d[b] - d[a] || a - b);
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    values[to] = d[from];
    vectors.set(q.subarray(from * n, (from + 1) * n), to * n);
  });
  return { values, vectors };
}
