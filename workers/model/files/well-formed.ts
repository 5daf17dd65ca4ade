/**
 * Text that every program can read: U+FFFD stands in place of each lone surrogate, which is half of a character.
 * Strict readers refuse a whole file for one of them.
 */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, REPLACEMENT);

/** JSON of a value, well-formed in its names and strings alike. `JSON.stringify` writes lone surrogates as escapes. */
export const wellFormedJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (escaped, lone?: string) =>
    lone ? REPLACEMENT : escaped,
  );

const REPLACEMENT = "\uFFFD";
