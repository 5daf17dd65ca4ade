// Names that the engine may not use. `npm run check` fails if one of them is known to its project.

// @ts-expect-error A worker has no document.
export type Document = typeof document;

// @ts-expect-error A worker has no window.
export type Window = typeof window;

// @ts-expect-error A worker has no elements.
export type Element = typeof HTMLElement;

// @ts-expect-error A browser has no process.
export type Process = typeof process;

// @ts-expect-error A browser has no modules of Node.
export type Files = typeof import("node:fs");
