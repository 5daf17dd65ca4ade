import type { SolveResult } from "../../../../workers/client";
import { withoutVertexErrors } from "../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Stores } from "../../../document/stores";
import { RigCache } from "./rig-cache";
import { changeRun } from "./run-turns";

/** Memory limit for rigs, in bytes. Rigs beyond it are solved again on request. */
export const SHELF_BYTES = 512e6;

/** The results of runs: figures in the list of runs, and as many rigs as the memory holds. */
export class RunResults {
  readonly shelf = new RigCache(SHELF_BYTES);
  readonly #stores: Stores;
  /** The run that made a rig. */
  readonly #origins = new WeakMap<Rig, number>();

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  put(id: number, result: SolveResult): void {
    const { rig, report } = result;
    this.#origins.set(rig, id);
    const { sides } = this.#stores.compare.getState();
    const gone = this.shelf.put(id, result, (run) => run === sides.a || run === sides.b);
    for (const other of gone) changeRun(this.#stores, other, { held: false });
    const kind = rig.boneKind;
    changeRun(this.#stores, id, { state: "done", report: withoutVertexErrors(report), kind, held: true });
  }

  /** Notes which run's rig is the document's now. */
  noteOpened(rig: Rig | null): void {
    const opened = (rig && this.#origins.get(rig)) ?? null;
    if (opened !== this.#stores.compare.getState().opened) this.#stores.compare.setState({ opened });
  }
}
