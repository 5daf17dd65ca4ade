const PREFIX = "sinew.";

/** What this browser remembers of the studio's looks; `fallback` where it remembers nothing of that kind. */
export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    const value: unknown = text === null ? fallback : JSON.parse(text);
    return typeof value === typeof fallback ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a look for the next visit, where the browser allows it. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows refuse: looks are then those of a first visit.
  }
}
