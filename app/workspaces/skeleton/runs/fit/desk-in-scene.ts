import type { Stores } from "../../../../document/stores";
import { appliedProposal, EMPTY_DESK, FIT_DESK } from "./fit-desk";

/**
 * Keeps the desk up to date with the scene.
 * @param leave is called when another animation is opened.
 */
export function followScene(stores: Stores, leave: () => void): void {
  const desk = stores.of(FIT_DESK);

  // The contents of the desk belong to the frames that were open when the skeleton came.
  stores.document.subscribe(
    (state) => state.sequence?.frames ?? null,
    (frames) => {
      leave();
      const { ownSkeleton } = stores.document.getState();
      const proposal = appliedProposal(ownSkeleton);
      desk.setState({ ...EMPTY_DESK, proposal, frames, ...(ownSkeleton && { half: "fit" }) });
    },
  );

  // The skeleton in the scene can always be placed again. A proposal that is not applied yet stays.
  stores.document.subscribe(
    (state) => state.ownSkeleton,
    (own, before) => {
      const { proposal } = desk.getState();
      const wasApplied = before !== null && proposal?.found?.alignment === before.alignment;
      const applied = appliedProposal(own);
      if (applied && (!proposal || wasApplied)) desk.setState({ proposal: applied });
    },
  );
}
