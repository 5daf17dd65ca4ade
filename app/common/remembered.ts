const PREFIX = "sinew.";

/** Reads a display setting that this browser remembers, or `fallback` if it has none of that type. */
export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    const value: unknown = text === null ? fallback : JSON.parse(text);
    return typeof value === typeof fallback ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

/** Remembers a display setting for the next visit, if the browser allows it. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows refuse: each visit then starts with the defaults.
  }
}
