import { hasLooks } from "../../../workers/model/mesh/looks";
import { useDocument } from "../../document/use-stores";

/** Whether the open mesh has textures or vertex colours to show. */
export const useHasLooks = (): boolean =>
  useDocument(({ sequence }) => sequence !== null && hasLooks(sequence));
