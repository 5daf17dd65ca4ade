/** A function that runs at most once per interval, with the latest value. The first call runs at once. */
export interface Throttled<T> {
  (value: T): void;
  /** Drops the pending value. */
  cancel(): void;
}

export function throttle<T>(milliseconds: number, call: (value: T) => void): Throttled<T> {
  let waiting: { value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const due = () => {
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = null;
    timer = setTimeout(due, milliseconds);
    call(value);
  };
  const push = (value: T) => {
    waiting = { value };
    if (timer === undefined) due();
  };
  return Object.assign(push, {
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      waiting = null;
    },
  });
}
