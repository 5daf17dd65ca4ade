import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The place of real data beside the project, if they exist. Tests that need them are skipped without. The path starts
 * at the folder in which the tests run, so a test may move.
 * @param path below ../shared/data; a folder ends in a slash.
 */
export const sharedData = (path: string): URL =>
  new URL(path, `${pathToFileURL(resolve(process.cwd(), "../shared/data"))}/`);
