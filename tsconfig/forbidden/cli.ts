// Names that the command line may not use. `npm run check` fails if one of them is known to its project.

// @ts-expect-error A terminal has no document.
export type Document = typeof document;

// @ts-expect-error A terminal has no window.
export type Window = typeof window;
