import type { Stores } from "../../../../document/stores";

/** Resolves when neither an edit nor a pull of joints is being solved. */
export const nothingResolved = ({ work }: Stores): Promise<void> =>
  new Promise((resolve) => {
    const stop = work.subscribe(
      ({ resolving }) => resolving,
      (resolving) => {
        if (resolving) return;
        stop();
        resolve();
      },
    );
  });
