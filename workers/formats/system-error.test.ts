import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isSystemError, systemSentence } from "./system-error";

const errorOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (reason) {
    return reason;
  }
  throw new Error("there was no error");
};

it("distinguishes system errors from all others", () => {
  const missing = errorOf(() => readFileSync("/no/such/file"));
  expect(isSystemError(missing)).toBe(true);
  expect(systemSentence(missing, "reading")).toBe("There is no such file or folder.");
  expect(systemSentence(missing, "writing")).toBe("Its folder is not there: make it first.");
  const others = [
    new Error("plain"),
    Object.assign(new Error("a code alone"), { code: "ENOENT" }),
    Object.assign(new Error("a number"), { code: 5, syscall: "open" }),
    { code: "ENOENT", syscall: "open" },
    errorOf(() => decodeURI("%")),
    null,
  ];
  expect(others.map(isSystemError)).toEqual(others.map(() => false));
});

it("repeats the system's message for unknown codes, without code and path", () => {
  const of = (message: string, code?: string) =>
    systemSentence(Object.assign(new Error(message), { code }), "reading");
  expect(of("EFOO: cross-device link, rename '/a' -> '/b'", "EFOO")).toBe(
    "The system says: cross-device link.",
  );
  expect(of("EFOO: cross-device link, fsync", "EFOO")).toBe("The system says: cross-device link.");
  expect(of("something else")).toBe("The system says: something else.");
  // A name that every object has is not a known code.
  expect(of("EFOO: what", "toString")).toBe("The system says: what.");
});
