/** A lock like the browser's: when its holder ends, the next requester gets it. */
export function fakeLocks() {
  const holders = new Map<string, boolean>();
  const waiting = new Map<string, () => void>();
  const locks = {
    async request(name: string, ...rest: unknown[]) {
      const granted = rest.at(-1) as () => void;
      if (!holders.get(name)) {
        holders.set(name, true);
        granted();
      } else waiting.set(name, granted);
    },
  };
  /** The worker that holds it ends. */
  const release = () => {
    for (const [name, granted] of waiting) {
      waiting.delete(name);
      holders.delete(name);
      granted();
    }
  };
  return { locks: locks as unknown as LockManager, release, waiting };
}
