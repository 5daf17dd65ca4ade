import { plural } from "../../../common/format";

/** Why a transfer is refused. */
export const NO_PARTNER = "No bone of the file has a partner. Choose a partner for at least one bone.";

/** The title of the list of partners. @param left how many of the bones are left out. */
export function partnersTitle(left: number, of: number): string {
  if (left === of) return NO_PARTNER;
  return left === 0 ? "All bones have partners" : `${plural(left, "bone is", "bones are")} left out`;
}
