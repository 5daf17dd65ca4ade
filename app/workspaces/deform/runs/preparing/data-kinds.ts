import type { Handle, Job, SolverClient } from "../../../../../workers/client";
import type { DeformSettings, DeformSource, Strengths } from "../../../../../workers/model/deform";
import { shownDeform } from "../../../../document/document";
import type { JobListener } from "../../../../document/session/jobs/current-job";
import type { Stores } from "../../../../document/stores";
import type { Preparation } from "./preparation";
import type { Key, PreparedKind } from "./prepared-keys";

/** Upper limit of α · D_α in the model. */
const MOST_SLIDE = 0.99;

interface Question {
  source: Handle<DeformSource>;
  settings: DeformSettings;
}

/** How one kind of data is prepared: what the engine is asked, and where the answer goes. */
export interface DataKind {
  /** Starts the work. At its end `done` hears in words what a change of settings needed. */
  begin(preparation: Preparation, key: Key, question: Question, listener: JobListener<string, never>): void;
}

/** @param take puts the data into the store. @returns what a change of settings needed, in words */
function kindOf<T>(ask: (question: Question) => Job<T>, take: (data: T) => string): DataKind {
  return {
    begin: (preparation, key, question, listener) =>
      preparation.run(key, ask(question), { ...listener, done: (data) => listener.done(take(data)) }),
  };
}

/** All kinds, in the order in which they are requested. */
export const dataKinds = (stores: Stores, client: SolverClient): Record<PreparedKind, DataKind> => ({
  strengths: kindOf(
    (question) => client.prepareStrengths(question),
    (strengths) => {
      stores.prepared.setState({ strengths });
      slide(stores, strengths);
      return "strengths only";
    },
  ),
  direct: kindOf(
    (question) => client.prepareDirect(question),
    (direct) => {
      stores.prepared.setState({ direct, stale: false });
      const { solved } = direct;
      return solved === 0 ? "results kept" : solved === 1 ? "one system" : `${solved} systems`;
    },
  ),
  centres: kindOf(
    ({ source }) => client.prepareCentres({ source }),
    (centres) => {
      stores.prepared.setState({ centres });
      return "centres of rotation";
    },
  ),
});

/** Recomputes α · D_α. A change of α needs nothing else. */
export function slide(stores: Stores, strengths: Strengths): void {
  const { alpha } = shownDeform(stores.document.getState());
  stores.prepared.setState({ slide: strengths.alpha.map((share) => Math.min(MOST_SLIDE, alpha * share)) });
}
