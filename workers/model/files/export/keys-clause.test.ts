import { expect, it } from "vitest";
import { keysClause } from "./keys-clause";

it("a file has a part of the keys, or more of them for angles", () => {
  const keys = { before: 3646, after: 812, deviation: 0.0125 };
  expect(keysClause(keys)).toBe("has 812 of 3646 keys, and no vertex is more than 0.0125 away.");
  expect(keysClause({ ...keys, after: 3646 })).toMatch(/^has 3646 of 3646 keys, /);
  expect(keysClause({ before: 1, after: 1, deviation: 0 })).toMatch(/^has 1 of 1 key, .* than 0 away/);
  expect(keysClause({ ...keys, after: 6234 })).toBe(
    "has 6234 keys: the rig's curves have 3646, and angles need more. With them, no vertex is more than 0.0125 away.",
  );
});
