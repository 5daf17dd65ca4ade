import { cageOf, LEAST_CAGE_INFLUENCES } from "../../../../workers/model/rig/cage";
import type { Rig } from "../../../../workers/model/rig/rig";
import { REDUCTION } from "../../../document/reduce/reduce-state";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";

/**
 * The influences that the budget asks for: engines take four, if it limits something else. A budget that is too small
 * for a cage is raised, with a message.
 */
export function influencesOfBudget(stores: Stores, rig: Rig): number {
  const store = stores.of(REDUCTION);
  const { kind, amount } = store.getState().budget;
  if (kind !== "influences") return 4;
  if (cageOf(rig) && amount < LEAST_CAGE_INFLUENCES) {
    store.setState({ budget: { kind, amount: LEAST_CAGE_INFLUENCES } });
    toast(
      stores,
      `A cage needs ${LEAST_CAGE_INFLUENCES} influences or more`,
      "Fewer would lose half of its weights and change the mesh even at rest. The budget is set to this number.",
    );
  }
  return store.getState().budget.amount;
}
