import type { KeptVersion } from "../../../workers/model/files/kept-project";
import { formatError } from "../../common/format";
import type { IconName } from "../../common/icon-names";

/** Work that takes long or changes much, by the icon of its step. */
const WORK: Partial<Record<IconName, string>> = {
  bolt: "solve",
  link: "binding",
  bake: "bake",
  correct: "correction",
  bone: "skeleton",
  count: "reduction",
};

const workOf = ({ icon }: KeptVersion): string | undefined => WORK[icon as IconName];

/**
 * Why an artist would go back to a version: "After solve: 1.50", or "Before binding". Null for a version between
 * smaller edits.
 * @param versions newest first.
 */
export function reasonOf(versions: readonly KeptVersion[], index: number): string | null {
  const version = versions[index];
  const work = workOf(version);
  if (work) {
    const error = version.figures?.eRms ?? null;
    return error === null ? `After ${work}` : `After ${work}: ${formatError(error)}`;
  }
  const next = index > 0 ? workOf(versions[index - 1]) : undefined;
  return next ? `Before ${next}` : null;
}
