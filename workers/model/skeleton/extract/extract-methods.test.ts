import { describe, expect, it } from "vitest";
import { EXTRACT_METHODS } from "./extract-methods";
import { EXTRACT_DEFAULTS } from "./extract-settings";

describe("the ways to find a skeleton", () => {
  it("have labels of their own, and fields whose defaults they accept", () => {
    const infos = Object.values(EXTRACT_METHODS);
    expect(new Set(infos.map(({ label }) => label)).size).toBe(infos.length);
    expect(EXTRACT_METHODS[EXTRACT_DEFAULTS.method].keepsBones).toBe(false);
    for (const { fields } of infos) {
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
      for (const field of fields) {
        if (field.kind !== "number") continue;
        expect(field.default).toBeGreaterThanOrEqual(field.hard[0]);
        expect(field.default).toBeLessThanOrEqual(field.hard[1]);
      }
    }
  });
});
