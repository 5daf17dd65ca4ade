/** A unique id. Insecure pages have no `crypto.randomUUID`. */
export const newProjectId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
