// Names of outputs with places that each job fills: "rigs/{folder}/{name}.glb".
import { basename, dirname, extname } from "node:path";
import { refuseCommand } from "../status";

/** The values for the places of a template. */
interface Places {
  /** The name of the job: the name of its first file, without its extension. */
  name: string;
  /** The folder of its first file, relative to the batch's own folder; "." if it is the same. */
  folder: string;
  /** The last part of that folder. */
  parent: string;
  /** The place of the job in the list, from 1. */
  index: string;
}

const stem = (path: string) => basename(path, extname(path));

export function placesOf(first: string, index: number, name = stem(first)): Places {
  const folder = dirname(first);
  return { name, folder, parent: basename(folder), index: String(index + 1) };
}

/** @throws CommandError for a place that does not exist. */
export function fillTemplate(template: string, places: Places): string {
  return template.replace(/\{([^{}]*)\}/g, (whole, place: string) => {
    if (Object.hasOwn(places, place)) return places[place as keyof Places];
    const known = Object.keys(places).map((key) => `{${key}}`);
    return refuseCommand(`${whole} in ${template} is not known`, `Use one of: ${known.join(", ")}.`);
  });
}
