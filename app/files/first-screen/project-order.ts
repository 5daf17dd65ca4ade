import type { KeptProject } from "../../../workers/model/files/kept-project";

export const ORDERS = { time: "By time", name: "By name", size: "By size" } as const;

export type ProjectOrder = keyof typeof ORDERS;

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const COMPARE: Record<ProjectOrder, (a: KeptProject, b: KeptProject) => number> = {
  time: (a, b) => (b.versions[0]?.time ?? 0) - (a.versions[0]?.time ?? 0),
  name: (a, b) => byName.compare(a.name, b.name),
  size: (a, b) => b.bytes - a.bytes,
};

/** The projects whose names contain `filter`, pinned ones first, then in the given order. */
export function arranged(
  projects: readonly KeptProject[],
  order: ProjectOrder,
  filter: string,
): KeptProject[] {
  const wanted = filter.trim().toLocaleLowerCase();
  return projects
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || COMPARE[order](a, b) || COMPARE.name(a, b));
}
