import { expect, test } from "vitest";
import { pageTitleOf } from "./page-title";

const running = (done: number | null) => [{ progress: { phase: "Solving", done, detail: "" } }];

test("the title of the tab has the progress, the project, and a star if its file is older", () => {
  expect(pageTitleOf({ name: null, unsaved: false, running: [] })).toBe("Sinew");
  expect(pageTitleOf({ name: "hound", unsaved: false, running: [] })).toBe("hound · Sinew");
  expect(pageTitleOf({ name: "hound", unsaved: true, running: running(0.428) })).toBe(
    "42\u00a0% · hound* · Sinew",
  );
  expect(pageTitleOf({ name: "hound", unsaved: false, running: running(null) })).toBe("… · hound · Sinew");
});
