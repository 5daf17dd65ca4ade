import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import type { CompareState } from "../../app/document/compare/compare-state";
import { objAndCache } from "../../tools/studio-driver/files/fixtures";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import {
  documentOf,
  drop,
  openStudio,
  setSolve,
  typeInto,
  untilOpen,
  viewState,
} from "../../tools/studio-driver/studio";
import { bendingBar } from "../../workers/testing/sequences";

/** The state of the comparison as plain values. */
const compareOf = (page: Page) =>
  page.evaluate(() => {
    const { runs, sides, opened, selected } = window.sinew.compare.getState() as CompareState;
    const name = (id: number | null) => {
      const run = runs.find((each) => each.id === id);
      return run ? `${run.settings.method} ${run.settings.bones}` : null;
    };
    return {
      runs: runs.map(({ settings, state, report }) => ({
        name: `${settings.method} ${settings.bones}`,
        state,
        eRms: report?.eRms ?? null,
        heldOut: report?.heldOut?.eRms ?? null,
      })),
      a: name(sides.a),
      b: name(sides.b),
      opened: name(opened),
      selected: name(selected),
    };
  });

/** The table's text in a column, row by row. */
const column = (page: Page, n: number) =>
  page
    .locator("table tbody tr")
    .evaluateAll((rows, at) => rows.map((row) => row.children[at].textContent ?? ""), n);

test("methods are solved in the background, sorted, opened, put side by side and exported", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 700 });
  const errors = await openStudio(page);
  const small = bendingBar({ bones: 3, frames: 10, length: 14, width: 3 });
  await drop(page, objAndCache(small.sequence, "bar"));
  await untilOpen(page);
  // Few iterations, because this tests only the comparison.
  await setSolve(page, { Iterations: 2 });
  await page.getByRole("button", { name: "Compare workspace" }).click();
  await expect(page.getByText("Compare methods by error, time and size")).toBeVisible();

  // Two methods with two bone counts. A list that cannot be parsed shows an error.
  for (const method of ["HIS", "EP-LBS", "FSD", "LSSP", "SMA"]) {
    await page.getByRole("checkbox", { name: method, exact: true }).click();
  }
  const counts = page.getByRole("textbox", { name: "Bone counts" });
  await counts.fill("2, many");
  await expect(page.getByRole("alert")).toContainText("“many” is not a number");
  await expect(page.getByRole("button", { name: "Add 0 runs" })).toHaveAttribute("aria-disabled", "true");
  await counts.fill("3 2");
  await counts.press("Enter");
  await expect(counts).toHaveValue("2, 3");
  await expect(page.getByText("How long this takes is known after the first run.")).toBeVisible();
  await page.getByRole("button", { name: "Add 4 runs" }).click();

  // The runs continue while another workspace is open.
  await page.getByRole("button", { name: "Solve workspace" }).click();
  await expect
    .poll(async () => (await compareOf(page)).runs.map(({ state }) => state), { timeout: 60_000 })
    .toEqual(["done", "done", "done", "done"]);
  await page.getByRole("button", { name: "Compare workspace" }).click();
  const { runs, a, b } = await compareOf(page);
  expect(runs.map(({ name }) => name)).toEqual(["auto 2", "ssdr 2", "auto 3", "ssdr 3"]);
  expect([a, b]).toEqual(["auto 2", "ssdr 2"]);
  for (const run of runs) expect(run.heldOut).toBeGreaterThan(0);
  await expect(page.getByRole("button", { name: "Nothing to add" })).toHaveAttribute("aria-disabled", "true");

  // Their times tell how long more runs will take.
  await counts.fill("3, 2, 4");
  await expect(page.getByRole("button", { name: "Add 2 runs" })).toBeVisible();
  await expect(page.getByText(/^About \d+\ss, one run after the other\.$/)).toBeVisible();
  await counts.fill("2, 3");

  // The table sorts by any column.
  await page.getByRole("button", { name: "Sort by bones" }).click();
  expect(await column(page, 2)).toEqual(["2", "2", "3", "3"]);
  await page.getByRole("button", { name: "Sort by bones" }).click();
  expect(await column(page, 2)).toEqual(["3", "3", "2", "2"]);
  await page.getByRole("button", { name: "Sort by method" }).click();
  expect(await column(page, 1)).toEqual(["Auto", "Auto", "SSDR", "SSDR"]);

  // A point of the plot selects its row; keys show it as A, and open it.
  await page.getByRole("button", { name: /^SSDR, 3 bones, error/ }).click();
  expect((await compareOf(page)).selected).toBe("ssdr 3");
  await page.getByRole("grid", { name: "Results" }).focus();
  await page.keyboard.press("a");
  expect((await compareOf(page)).a).toBe("ssdr 3");
  const menu = page.getByRole("button", { name: "A: SSDR, 3 bones" });
  await expect(menu).toBeVisible();
  // The menus are above the views, not over them.
  const [over, view] = [
    await menu.boundingBox(),
    await page.getByRole("region", { name: "View A" }).boundingBox(),
  ];
  expect(over!.y + over!.height).toBeLessThanOrEqual(view!.y);
  const difference = await page.evaluate(async () => {
    const viewport = window.sinew.viewport();
    const [first, second] = [await viewport?.readPane(0), await viewport?.readPane(1)];
    return first?.reduce((most, x, n) => Math.max(most, Math.abs(x - (second?.[n] ?? 0))), 0) ?? 0;
  });
  expect(difference).toBeGreaterThan(0);

  // Errors relative to A, the picture of the difference, and the filter for the same quality.
  expect((await column(page, 5)).filter((text) => text === "–")).toHaveLength(1);
  await page.getByRole("button", { name: "Show run B as difference to A" }).click();
  await expect(page.getByText("B − A", { exact: true })).toBeVisible();
  // The status bar has the same sign.
  await expect(page.getByRole("contentinfo")).toContainText(/B − A: \+\d/);
  await page.getByRole("button", { name: "Results shown: All results" }).click();
  await page.getByRole("menuitemradio", { name: /^Same quality/ }).click();
  await typeInto(page, "Largest difference from the reference", "0.001");
  expect(await column(page, 1)).toEqual(["SSDR"]);
  // View B does not show a result that the filter hides, and shows it again with all results.
  const sideB = page.getByRole("button", { name: /^B: / });
  const isDrawn = () =>
    page.evaluate(() => (window.sinew.compare.getState() as CompareState).rigs.b !== null);
  await expect(sideB).toContainText("hidden by the filter");
  expect(await isDrawn()).toBe(false);
  await expect(page.getByText("1 of 4 shown")).toBeVisible();
  await page.getByRole("button", { name: "Results shown: Same quality" }).click();
  await page.getByRole("menuitemradio", { name: "All results" }).click();
  expect(await column(page, 1)).toHaveLength(4);
  await expect(page.getByText("of 4 shown")).toBeHidden();
  expect(await isDrawn()).toBe(true);

  // The timeline scrubs both views.
  const timeline = page.getByRole("slider", { name: "Frame", exact: true });
  const track = (await timeline.boundingBox())!;
  await page.mouse.click(track.x + track.width / 2, track.y + track.height / 2);
  expect((await viewState(page)).frame).toBeGreaterThan(2);

  // A note is shown as text, even if it looks like HTML.
  await page.getByRole("textbox", { name: "Note on SSDR, 3 bones" }).fill("<b>keep</b>");
  await page.keyboard.press("Enter");
  await expect(page.getByTitle("<b>keep</b>")).toHaveText("<b>keep</b>");
  await page.getByRole("grid", { name: "Results" }).focus();
  await page.keyboard.press("Enter");
  expect((await compareOf(page)).opened).toBe("ssdr 3");
  expect(await documentOf(page)).toMatchObject({ bones: 3, settings: { method: "ssdr", bones: 3 } });
  await page.keyboard.press("ControlOrMeta+z");
  expect((await documentOf(page)).bones).toBe(0);
  expect((await compareOf(page)).opened).toBeNull();

  // The table as a file.
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe("bar-compared.csv");
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  const at = lines[0].split(",").indexOf("eRms");
  expect(lines.slice(1).map((line) => Number(line.split(",")[at]))).toEqual(runs.map(({ eRms }) => eRms));

  // One run is cancelled, then all of them; finished results stay.
  await enterWorkspace(page, "Solve");
  await setSolve(page, { Iterations: 10_000, "Time limit": 60 });
  await enterWorkspace(page, "Compare");
  await counts.fill("4, 5, 6");
  await page.getByRole("button", { name: "Add 6 runs" }).click();
  await page.getByRole("button", { name: "Cancel SSDR, 4 bones" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByText("Comparison paused: 0 of 5")).toBeVisible();
  await page.getByRole("button", { name: "Cancel all" }).click();
  await page
    .getByRole("region", { name: "Cancel all runs?" })
    .getByRole("button", { name: "Cancel all" })
    .click();
  expect((await compareOf(page)).runs).toEqual(runs);
  expect(errors).toEqual([]);
});
