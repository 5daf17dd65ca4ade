// Names that the studio may not use. `npm run check` fails if one of them is known to its project.

// @ts-expect-error A browser has no process.
export type Process = typeof process;

// @ts-expect-error A browser has no Buffer.
export type Bytes = typeof Buffer;

// @ts-expect-error A browser has no modules of Node.
export type Files = typeof import("node:fs");
