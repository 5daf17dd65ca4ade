import { resolve } from "node:path";

const FOLDER = resolve(process.cwd(), "e2e/golden");

/** The path of the golden picture of a scene in a theme. */
export const picturePath = (name: string) => resolve(FOLDER, "pictures", `${name}.png`);

/** The path of the picture with a fault. */
export const faultPath = (name: string) => resolve(FOLDER, "faults", `${name}.png`);
