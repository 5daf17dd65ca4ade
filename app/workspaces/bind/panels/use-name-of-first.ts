import { nameOfFirst } from "../../../document/binding/weight-settings-text";
import { useDocument } from "../../../document/use-stores";

/** What the first weights of the last optimisation are called: the weights that it started from. */
export const useNameOfFirst = (): string =>
  useDocument(({ weightReport }) => nameOfFirst(weightReport?.startedFrom));
