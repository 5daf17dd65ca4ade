/** Rows of Table 3: a rig reduced by each method, and the checks of each row. */
import type { Engine } from "../../workers/jobs/engine";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { ReduceReport } from "../../workers/model/reduce/reduce-report";
import { REDUCE_DEFAULTS } from "../../workers/model/reduce/reduce-settings";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { reduce } from "../../workers/package/reduce";
import type { Checks } from "./checks";
import type { ReductionCase } from "./dense-rigs";
import { leastERms } from "./least-error";

/** The published methods, then ours. `arap` is for meshes that do not move, so only the elephant's rows have it. */
const PUBLISHED = ["k-largest", "smooth", "geometric", "poisson"] as const;
const METHODS = [...PUBLISHED, "auto"] as const;
type Reports = Record<(typeof METHODS)[number], ReduceReport>;

/** Our error in position is at most this share of the best of the four published methods. */
const LARGEST_PART: Record<ReductionCase["kind"], number> = {
  body: 0.75,
  cloth: 0.75,
  elastic: 0.85,
  skinned: 0.75,
  generated: 0.75,
};
/** Where no weights with so few influences can be that low, it is at most this many times the least possible error. */
const NEARLY_BEST = 1.02;

async function reportsOf(
  engine: Engine,
  sequence: MeshSequence,
  rig: Rig,
  influences: number,
  smoothness: number | null,
): Promise<Reports> {
  const reports = {} as Reports;
  for (const method of METHODS) {
    const settings = { ...REDUCE_DEFAULTS, method, influences, smoothness };
    const input = { sequence, rig, settings, examples: null };
    reports[method] = (await engine.run("reduceInfluences", input, UNWATCHED)).report;
  }
  return reports;
}

/** E_RMS / normal error / changed edges / exceptional vertices / seconds of each method. */
function printRow(name: string, reports: Reports): void {
  const { dense, smoothness } = reports.auto;
  const used = smoothness === null ? "" : `; smoothness of auto ${smoothness}`;
  console.log(`${name}: dense ${dense.eRms.toFixed(3)} / ${dense.normalErrorDegrees.toFixed(2)}°${used}`);
  for (const method of METHODS) {
    const { eRms, normalErrorDegrees, edges, exceptional, bytes, seconds } = reports[method];
    const cells = [
      eRms.toFixed(3).padStart(9),
      `${normalErrorDegrees.toFixed(2)}°`.padStart(9),
      `${edges.largest.toFixed(1)} / ${edges.most.toFixed(2)}`.padStart(14),
      String(exceptional.vertices.length).padStart(7),
      `${(bytes / 1e3).toFixed(0)} kB`.padStart(8),
      `${seconds.toFixed(1)} s`.padStart(8),
    ];
    console.log(`  ${method.padEnd(10)}${cells.join("")}`);
  }
}

/** The same rig with the weights that an export fits, vertex by vertex in positions alone. */
async function printExport(
  engine: Engine,
  sequence: MeshSequence,
  rig: Rig,
  influences: number,
): Promise<void> {
  const began = performance.now();
  const fitted = await reduce({ sequence, rig }, influences);
  const seconds = (performance.now() - began) / 1000;
  const { eRms, normalErrorDegrees } = await engine.run("measureRig", { sequence, rig: fitted }, UNWATCHED);
  console.log(
    `  ${"export".padEnd(10)}${eRms.toFixed(3).padStart(9)}${`${normalErrorDegrees.toFixed(2)}°`.padStart(9)}` +
      `${`${seconds.toFixed(1)} s`.padStart(37)}`,
  );
}

/** Checks the order of the published table, and the bounds of our method. */
function checkRow(name: string, reports: Reports, kind: ReductionCase["kind"], checks: Checks): void {
  const { "k-largest": kL, smooth, geometric, poisson, auto } = reports;
  const compare = (what: string, less: number, more: number) =>
    checks.check(less < more, `${name}: ${what}, ${less.toFixed(3)} and ${more.toFixed(3)}`);
  compare("k-largest below smooth in E_RMS", kL.eRms, smooth.eRms);
  compare("geometric below Poisson in E_RMS", geometric.eRms, poisson.eRms);
  if (kind === "body" || kind === "cloth") {
    compare("smooth below k-largest in normals", smooth.normalErrorDegrees, kL.normalErrorDegrees);
    compare("Poisson below geometric in normals", poisson.normalErrorDegrees, geometric.normalErrorDegrees);
  }
  const normals = Math.min(...PUBLISHED.map((method) => reports[method].normalErrorDegrees));
  checks.check(
    auto.normalErrorDegrees <= normals,
    `${name}: normals of auto ${auto.normalErrorDegrees.toFixed(2)}°, of the best other ${normals.toFixed(2)}°`,
  );
}

/**
 * Checks that our error is far below that of the published methods. If no weights can be that far below, ours have to
 * be nearly the best that there are.
 * @param leastPossible the least error of any weights, or null if that takes too long.
 */
function checkPositions(
  name: string,
  reports: Reports,
  kind: ReductionCase["kind"],
  checks: Checks,
  leastPossible: () => number | null,
): void {
  const { eRms } = reports.auto;
  const best = Math.min(...PUBLISHED.map((method) => reports[method].eRms));
  const most = LARGEST_PART[kind];
  const what = `${name}: auto ${eRms.toFixed(3)} at most ${most} of the best other, ${best.toFixed(3)}: ${(eRms / best).toFixed(2)}`;
  const least = eRms <= most * best ? null : leastPossible();
  if (least === null || least <= most * best) {
    checks.check(eRms <= most * best, what);
    return;
  }
  checks.check(
    eRms <= NEARLY_BEST * least,
    `${what}. No weights reach that: the best have ${least.toFixed(3)}, auto ${(eRms / least).toFixed(3)} times as much`,
  );
}

/** Reduces a rig by each method, prints the row and checks it. */
export async function reducedRow(
  engine: Engine,
  { name, kind }: Pick<ReductionCase, "name" | "kind">,
  sequence: MeshSequence,
  rig: Rig,
  { influences, smoothness }: { influences: number; smoothness: number | null },
  checks: Checks,
): Promise<void> {
  const reports = await reportsOf(engine, sequence, rig, influences, smoothness);
  printRow(name, reports);
  // If no vertex has more influences, nothing is reduced and all methods give the same result.
  if (reports.auto.dense.influences <= influences) {
    console.log("  No vertex has more influences: nothing to compare.");
    return;
  }
  await printExport(engine, sequence, rig, influences);
  checkRow(name, reports, kind, checks);
  checkPositions(name, reports, kind, checks, () => leastERms(sequence, rig, influences));
}
