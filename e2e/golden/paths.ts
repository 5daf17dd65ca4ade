import { resolve } from "node:path";

const FOLDER = resolve(process.cwd(), "e2e/golden");

/** Where the golden picture of a scene in a theme is. */
export const picturePath = (name: string) => resolve(FOLDER, "pictures", `${name}.png`);

/** Where the picture with a fault is. */
export const faultPath = (name: string) => resolve(FOLDER, "faults", `${name}.png`);
