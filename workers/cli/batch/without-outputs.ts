import { resolve } from "node:path";
import { printNote } from "../output/terminal";

/** The files of each job without the jobs whose first file another job writes: a pattern may match an earlier run's. */
export function withoutOutputs(
  lists: readonly string[][],
  outputsFor: (files: string[], index: number) => { out: string[]; report: string | null },
): string[][] {
  const owners = new Map<string, string>();
  for (const [index, files] of lists.entries()) {
    const { out, report } = outputsFor(files, index);
    for (const path of report === null ? out : [...out, report]) owners.set(resolve(path), files[0]);
  }
  return lists.filter(([first]) => {
    const owner = owners.get(resolve(first));
    if (owner === undefined || owner === first) return true;
    printNote(`${first} is no job: it is written for ${owner}.`);
    return false;
  });
}
