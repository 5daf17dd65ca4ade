import { type BindingRun, useBinding } from "../../../document/binding/binding-state";
import { segmentsOfBones } from "../../../document/binding/segment-weights";
import type { DocumentState } from "../../../document/document";
import { useDocument } from "../../../document/document";

/** The run on screen; null where nothing was bound. */
export const runNow = (): BindingRun | null => useBinding.getState().run;

/** Changes what is known of the run; does nothing where there is none. */
export const changeRun = (next: Partial<BindingRun>): void =>
  useBinding.setState(({ run }) => ({ run: run && { ...run, ...next } }));

/** The segment of each bone of the document's rig; null where it is not one of its skeleton. */
export function boundNow(
  { rig, skeleton }: Pick<DocumentState, "rig" | "skeleton"> = useDocument.getState(),
): Uint16Array | null {
  return rig && skeleton && segmentsOfBones(skeleton, rig);
}
