import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import css from "./Compromises.module.css";
import { Validation } from "./Validation";

const shown = (...messages: Parameters<typeof Validation>[0]["messages"]) =>
  renderToStaticMarkup(<Validation messages={messages} />);
const warning = { severity: "warning", sentence: "The cutoff has no effect." } as const;
const error = { severity: "error", sentence: "The index is too large." } as const;
const lineOf = (tone: string) => `class="${css.line} ${css[tone]}"`;

it("shows a warning of the validator as a warning", () => {
  const page = shown(warning);
  expect(page).toContain(lineOf("warn"));
  expect(page).toContain(warning.sentence);
  expect(page).not.toContain(lineOf("err"));
});

it("shows errors as errors, before the warnings", () => {
  const page = shown(warning, error);
  const places = [lineOf("err"), error.sentence, lineOf("warn"), warning.sentence].map((part) =>
    page.indexOf(part),
  );
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it("says that nothing was found", () => {
  expect(shown()).toContain("no errors, no warnings");
});
