/**
 * Two-layer sparse compression (Le & Deng 2013, algorithm 7): virtual bones are added where the error is largest, and
 * dictionary and coefficients are solved in turn from their current values.
 *
 * In the published method, new virtual bones and the dictionary imitate weights and are cut to their largest entries.
 * Our method fits both to the examples. With few bones in each virtual bone it is 2.6 times as accurate, with all bones
 * up to 12 % more accurate.
 */
import type { CompressMethod, CompressTarget } from "../../model/reports/compress-report";
import type { Task } from "../../model/task";
import { layerBytes, layerCountsOf, mostVirtualBones } from "./layer-bytes";
import type { Layers, SavedLayers } from "./layers";
import { denseRow, largestOf, publishedDictionary } from "./published-dictionary";

export interface FitLayersOptions {
  method: CompressMethod;
  target: CompressTarget;
  polish: boolean;
}

/** How often dictionary and coefficients are solved in turn. Eight times would gain 1 % more. */
const ROUNDS = 3;
/** The search for the fewest virtual bones ends when it knows them within this share. */
const CLOSE_ENOUGH = 0.02;
/** Growth ends when this many worst vertices in a row do not use the virtual bone made for them. */
const MOST_FAILURES = 64;
/**
 * How often room is filled with further virtual bones. There is room because virtual bones often have fewer bones than
 * allowed.
 */
const MOST_FILLS = 4;
/** The number of vertices between two checkpoints. As published, one thread visits the vertices in turn. */
const VISITS = 256;

class Fit {
  readonly layers: Layers;
  readonly options: FitLayersOptions;
  readonly task: Task;
  /** What a bone of a virtual bone has to lower the squared error by. */
  price = 0;

  constructor(layers: Layers, options: FitLayersOptions, task: Task) {
    this.layers = layers;
    this.options = options;
    this.task = task;
  }

  /**
   * Gives virtual bone r the weights of vertex i: its best weights on c bones, or as published the c largest of its
   * best weights.
   */
  private setFromVertex(r: number, i: number): void {
    const { layers } = this;
    const { source, sizes } = layers;
    if (this.options.method === "published") {
      const { bones, values } = largestOf(denseRow(source.ideal, i, source.boneCount), sizes.atomSlots);
      layers.setAtom(r, bones, values);
      return;
    }
    const { state, phase } = source;
    const first = i * sizes.atomSlots;
    state.ids.fill(-1, first, first + sizes.atomSlots);
    phase.solveHere(i, state);
    const used = state.ids.subarray(first, first + sizes.atomSlots).findIndex((j) => j < 0);
    const end = first + (used < 0 ? sizes.atomSlots : used);
    layers.setAtom(r, state.ids.subarray(first, end), state.values.subarray(first, end));
  }

  /**
   * Makes the two virtual bones that algorithm 7 starts from: the row with the largest norm, and the row with the least
   * product with it. Often many rows share no bone with the first. The largest of these is then taken.
   */
  async start(): Promise<void> {
    const { layers, task } = this;
    const { ideal, boneCount } = layers.source;
    const vertices = [...layers.errors.keys()];
    const dotWith = (row: ArrayLike<number> | null, i: number) => {
      let sum = 0;
      for (let e = ideal.offsets[i]; e < ideal.offsets[i + 1]; e++) {
        sum += ideal.values[e] * (row ? row[ideal.bones[e]] : ideal.values[e]);
      }
      return sum;
    };
    const norms = vertices.map((i) => dotWith(null, i));
    const first = vertices.reduce((best, i) => (norms[i] > norms[best] ? i : best), 0);
    const row = denseRow(ideal, first, boneCount);
    const products = vertices.map((i) => dotWith(row, i));
    const isBetter = (i: number, than: number) =>
      products[i] < products[than] || (products[i] === products[than] && norms[i] > norms[than]);
    const second = vertices.reduce((best, i) => (isBetter(i, best) ? i : best), 0);
    this.setFromVertex(0, first);
    if (layers.sizes.capacity > 1) this.setFromVertex(1, second);
    await layers.startWith(layers.count > 1 ? [0, 1] : [0], task);
  }

  /** Adds virtual bones, each at the worst vertex (equation 53). Returns how many found a use. */
  async add(count: number): Promise<number> {
    const { layers, task } = this;
    layers.includeAll();
    const before = layers.count;
    let failures = 0;
    for (let tries = 0; layers.count < before + count && failures < MOST_FAILURES; tries++) {
      if (tries % 8 === 0) {
        const done = (layers.count - before) / count;
        task.progress({ phase: "Adding virtual bones", done, detail: `${layers.count}` });
        await task.checkpoint();
      }
      const worst = layers.worst();
      if (worst < 0) break;
      const r = layers.count;
      this.setFromVertex(r, worst);
      if (layers.flood(worst, r) > 0) {
        failures = 0;
        continue;
      }
      // The vertex's own weights on c bones are no better than its present ones. Without this, it would be picked
      // forever.
      layers.setCount(r);
      layers.exclude(worst);
      failures++;
    }
    return layers.count - before;
  }

  /** Solves dictionary and coefficients in turn. */
  async solve(): Promise<void> {
    const { layers, task, options } = this;
    for (let round = 0; round < ROUNDS; round++) {
      task.progress({ phase: "Fitting virtual bones", done: round / ROUNDS, detail: `${layers.count}` });
      if (options.method === "published") await this.solvePublished();
      else {
        await layers.fitAtoms(round === 0, this.price, task);
        await layers.sweep(task);
        this.replaceUnused(this.unused());
      }
      await task.checkpoint();
    }
  }

  private unused(): number[] {
    const used = new Uint8Array(this.layers.count);
    const { ids, shares } = this.layers;
    for (let e = 0; e < ids.length; e++) if (shares[e] > 0) used[ids[e]] = 1;
    return [...used.keys()].filter((r) => used[r] === 0);
  }

  private async solvePublished(): Promise<void> {
    const { layers, task } = this;
    const { ideal, boneCount } = layers.source;
    const unused = publishedDictionary(layers, ideal, boneCount);
    await layers.solveShares(task);
    for (let i = 0; i < layers.errors.length; i++) {
      if (i % VISITS === 0) await task.checkpoint();
      layers.flood(i, -1);
    }
    this.replaceUnused(unused);
  }

  /** Gives each unused virtual bone the weights of the worst vertex. The ring of that vertex is then left out. */
  private replaceUnused(unused: number[]): void {
    const { layers } = this;
    layers.includeAll();
    for (const r of unused) {
      const worst = layers.worst();
      if (worst < 0) return;
      this.setFromVertex(r, worst);
      layers.flood(worst, r);
      layers.exclude(worst);
      const { offsets, neighbours } = layers.rings;
      for (let e = offsets[worst]; e < offsets[worst + 1]; e++) layers.exclude(neighbours[e]);
    }
  }

  /**
   * Lets vertices try the nearest virtual bones, not only those of their neighbours, and fits the virtual bones again.
   */
  async polish(): Promise<void> {
    const { layers, task, options } = this;
    if (!options.polish || options.method === "published") return;
    for (let round = 0; round < ROUNDS; round++) {
      task.progress({ phase: "Polishing", done: round / ROUNDS, detail: `${layers.count}` });
      await layers.tryNearest(task);
      await layers.fitAtoms(round === 0, this.price, task);
      await layers.sweep(task);
    }
  }

  /**
   * Grows to a number of virtual bones. A virtual bone that is unused at first may find a use once the others are
   * solved.
   */
  async growTo(count: number): Promise<void> {
    for (let tries = 0; tries < ROUNDS; tries++) {
      const added = await this.add(count - this.layers.count);
      if (tries > 0 && added === 0) break;
      await this.solve();
      if (this.layers.count >= count) break;
    }
    await this.polish();
  }
}

/** Bytes of one bone of a virtual bone. */
function bytesOfEntry(layers: Layers): number {
  const counts = layerCountsOf(layers);
  return layerBytes({ ...counts, entries: counts.entries + 1 }) - layerBytes(counts);
}

/**
 * Adds as many virtual bones as equation 54 says until the error is reached, then searches for the fewest that reach
 * it. Returns how much the squared error falls with each virtual bone there, or null if the error is out of reach.
 */
async function findFewest(fit: Fit, error: number): Promise<number | null> {
  const { layers, task } = fit;
  const { capacity } = layers.sizes;
  let low: SavedLayers | null = null;
  const squares: [count: number, squares: number][] = [];
  while (layers.error > error) {
    const q = layers.count;
    low = layers.save();
    squares.push([q, layers.squares]);
    const wanted = Math.floor((layers.error / error - 1) * q) + 1;
    const added = Math.min(wanted, q, capacity - q);
    if (added <= 0) return null;
    await fit.growTo(q + added);
    if (layers.count === q) return null;
  }
  squares.push([layers.count, layers.squares]);
  let high = layers.save();
  while (low && high.count - low.count > Math.max(1, CLOSE_ENOUGH * high.count)) {
    await layers.restore(low, task);
    await fit.growTo(Math.floor((low.count + high.count) / 2));
    if (layers.error <= error) high = layers.save();
    else if (layers.count > low.count) low = layers.save();
    else break;
  }
  await layers.restore(high, task);
  const [before, after] = squares.slice(-2);
  return after ? (before[1] - after[1]) / (after[0] - before[0]) : 0;
}

/**
 * Finds the layers with the fewest bytes that reach an error. Once the number of virtual bones is known, so is the
 * error that a byte is worth. Bones that lower it by less are then removed from virtual bones, and others are added
 * until the error is reached again.
 */
async function reachError(fit: Fit, error: number): Promise<boolean> {
  const { layers, options } = fit;
  await fit.solve();
  const gain = await findFewest(fit, error);
  if (gain === null) return false;
  if (options.method === "published") return true;
  const plain = layers.save();
  const bytes = layerBytes(layerCountsOf(layers));
  const each = 1 + (layers.entries / layers.count) * bytesOfEntry(layers);
  fit.price = (gain / each) * bytesOfEntry(layers);
  await fit.polish();
  const isReached = (await findFewest(fit, error)) !== null;
  if (!isReached || layerBytes(layerCountsOf(layers)) >= bytes) await layers.restore(plain, fit.task);
  return true;
}

/** Adds as many virtual bones as fit, and more as long as their entries leave room. */
async function fillBytes(fit: Fit, bytes: number): Promise<boolean> {
  const { layers } = fit;
  const counts = () => layerCountsOf(layers);
  for (let round = 0; round < MOST_FILLS; round++) {
    const { virtualBones, entries } = counts();
    const each = round === 0 ? layers.sizes.atomSlots : entries / virtualBones;
    const most = Math.min(layers.sizes.capacity, mostVirtualBones(bytes, counts(), each));
    if (most <= virtualBones) break;
    const saved = layers.save();
    await fit.growTo(most);
    if (layerBytes(counts()) <= bytes) continue;
    await layers.restore(saved, fit.task);
    break;
  }
  return layerBytes(counts()) <= bytes;
}

/**
 * Fits the layers until the target is reached. Returns whether it was. An error may be out of reach.
 * @throws CancelledError if the task is cancelled.
 */
export async function fitLayers(layers: Layers, options: FitLayersOptions, task: Task): Promise<boolean> {
  const fit = new Fit(layers, options, task);
  await layers.prepare(task);
  await fit.start();
  const { target } = options;
  let reached = true;
  if (target.kind === "error") reached = await reachError(fit, target.error);
  else if (target.kind === "bytes") reached = await fillBytes(fit, target.bytes);
  else await fit.growTo(Math.min(target.count, layers.sizes.capacity));
  return reached;
}
