import { isFiled } from "../../../../workers/model/mesh/streamed-sequence";
import { streamRefusal } from "../../../../workers/model/solve/stream-refusal";
import { SOURCE_FRAMES } from "../../../document/frames/source-frames";
import type { Stores } from "../../../document/stores";

/** Why a sequence whose frames stay in their files cannot be solved now, or null. Others always can. */
export function noSolveFromFiles(stores: Stores): string | null {
  const { sequence, settings, intent } = stores.document.getState();
  if (!sequence || !isFiled(sequence)) return null;
  if (!stores.of(SOURCE_FRAMES).isOpen(sequence)) {
    return "The files of its frames are not open. Choose File > Locate source files…";
  }
  const refusal = streamRefusal(settings, intent);
  return refusal && `A solve from files cannot have ${refusal.what}. ${refusal.instead}`;
}
