import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Where real data lies beside the project, if at all: tests that need it are skipped without. The path starts at the
 * folder that the tests run in, so that a test that moves still finds it.
 * @param path below ../shared/data; a folder ends in a slash.
 */
export const sharedData = (path: string): URL =>
  new URL(path, `${pathToFileURL(resolve(process.cwd(), "../shared/data"))}/`);
