import type { DocumentState } from "./document";
import type { Command } from "./history/history";
import type { Stores } from "./stores";

/** What a step of the history does that sets fields as they are. `patch` would adapt layers and locked weights. */
export function fieldStep(
  stores: Stores,
  fields: Partial<DocumentState>,
): Pick<Command, "before" | "after" | "apply"> {
  const state = stores.document.getState();
  const keys = Object.keys(fields) as (keyof DocumentState)[];
  const before = Object.fromEntries(keys.map((key) => [key, state[key]]));
  const apply = (next: Partial<DocumentState>) => stores.document.setState(next);
  return { before, after: fields, apply } as Pick<Command, "before" | "after" | "apply">;
}
