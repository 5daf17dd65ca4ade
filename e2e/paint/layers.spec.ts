import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import {
  ARM,
  bind,
  openBody,
  paint,
  redo,
  settled,
  stroke,
  undo,
} from "../../tools/studio-driver/binding-page";
import { untilOpen } from "../../tools/studio-driver/studio";
import type { Point } from "../../workers/model/skeleton/skeleton";
import { cardOf, restore, untilSaved } from "../projects/kept-page";

const ON_ARM: Point = [1.4, 1.5, 0.25];
const WEIGHT = { tool: "weight", operation: "add", value: 1, strength: 1, erase: true, radius: 40 } as const;

/** The layers, and rows of the composite weights as pairs of bone and value. */
const layersNow = (page: Page, among?: number[]) =>
  page.evaluate((vertices) => {
    const { rig, weightLayers, weightEdits } = window.sinew.document.getState() as DocumentState;
    const { weights } = rig!;
    const all = vertices ?? [...(weightLayers?.layers.flatMap(({ rows }) => [...rows.vertices]) ?? [])];
    const row = (i: number) =>
      Array.from({ length: weights.offsets[i + 1] - weights.offsets[i] }, (_, n) => [
        weights.bones[weights.offsets[i] + n],
        weights.values[weights.offsets[i] + n],
      ]);
    return {
      layers:
        weightLayers?.layers.map(({ name, kind, strokes, opacity }) => [name, kind, strokes, opacity]) ?? [],
      vertices: all,
      rows: all.map(row),
      values: [...weights.values],
      base: weightLayers && [...weightLayers.base.values],
      painted: weightEdits.painted.length,
    };
  }, among ?? null);

test("strokes are kept in layers, which survive another binding and a reload", async ({ page }) => {
  const errors = await openBody(page, "?picture=coarse");
  await bind(page);
  const found = (await layersNow(page)).values;
  const list = page.getByRole("grid", { name: "Layers" });
  await expect(list.getByRole("row")).toHaveCount(1);

  // The first stroke makes a layer; the base is what the optimisation found.
  await paint(page, WEIGHT, ARM);
  await stroke(page, ON_ARM);
  await expect(list.getByRole("row", { name: /Layer 1/ })).toBeVisible();
  const first = await layersNow(page);
  expect(first.layers).toEqual([["Layer 1", "replace", 1, 1]]);
  expect(first.base).toEqual(found);
  expect(first.painted).toBe(first.vertices.length);
  expect(first.values).not.toEqual(found);

  // A hidden layer has no effect and cannot be painted.
  await list.getByRole("button", { name: "Hide Layer 1" }).click();
  expect((await layersNow(page)).values).toEqual(found);
  await stroke(page, ON_ARM);
  expect((await layersNow(page)).layers).toHaveLength(1);
  await list.getByRole("button", { name: "Hide Layer 1" }).click();
  expect((await layersNow(page, first.vertices)).rows).toEqual(first.rows);

  // A drag of the opacity is one step of undo.
  const opacity = page.getByRole("spinbutton", { name: "Opacity" });
  const box = (await opacity.boundingBox())!;
  await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 108, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  const dragged = await layersNow(page, first.vertices);
  expect(dragged.layers[0][3]).toBeLessThan(0.7);
  expect(dragged.rows).not.toEqual(first.rows);
  await undo(page);
  expect((await layersNow(page, first.vertices)).rows).toEqual(first.rows);

  // Duplicated, renamed, reordered by keys and by a drag, merged; each is undone.
  await list.focus();
  await page.keyboard.press("ControlOrMeta+j");
  await page.keyboard.press("F2");
  await page.keyboard.type("Elbow");
  await page.keyboard.press("Enter");
  const names = async () => (await layersNow(page)).layers.map(([name]) => name);
  await expect.poll(names).toEqual(["Layer 1", "Elbow"]);
  await page.getByRole("button", { name: "New layer" }).click();
  await page.keyboard.press("F2");
  await page.keyboard.type("Knee");
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual(["Layer 1", "Elbow", "Knee"]);
  await undo(page);
  await undo(page);
  await list.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(names).toEqual(["Elbow", "Layer 1"]);
  const row = (name: string) => list.getByRole("row", { name: new RegExp(name) });
  // Escape cancels a drag, also after the pointer has left the list.
  const [from, onto] = [(await row("Elbow").boundingBox())!, (await row("Layer 1").boundingBox())!];
  await page.mouse.move(from.x + 90, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(onto.x + 90, onto.y + 4, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await names()).toEqual(["Elbow", "Layer 1"]);
  await row("Elbow")
    .locator("[data-name]")
    .dragTo(row("Layer 1"), { targetPosition: { x: 90, y: 4 } });
  await expect.poll(names).toEqual(["Layer 1", "Elbow"]);
  // A locked layer stays, and a message says why.
  await list.getByRole("button", { name: "Lock Elbow" }).click();
  await list.focus();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("region", { name: "Messages" }).getByText("Delete layer")).toBeVisible();
  expect(await names()).toEqual(["Layer 1", "Elbow"]);
  await list.getByRole("button", { name: "Lock Elbow" }).click();
  await page.getByRole("button", { name: "Merge down" }).click();
  await expect.poll(names).toEqual(["Layer 1"]);
  expect((await layersNow(page, first.vertices)).rows).toEqual(first.rows);
  await undo(page);
  await redo(page);
  await expect.poll(names).toEqual(["Layer 1"]);

  // Another binding replaces only the base.
  await page.getByRole("button", { name: "Bind again" }).click();
  await settled(page);
  const again = await layersNow(page, first.vertices);
  expect(again.layers).toHaveLength(1);
  expect(again.rows).toEqual(first.rows);

  // A new page has the same layers and weights.
  await untilSaved(page);
  await page.reload();
  await cardOf(page, "body").waitFor();
  await restore(page, "body");
  await untilOpen(page);
  const back = await layersNow(page, first.vertices);
  expect([back.layers, back.values, back.base]).toEqual([again.layers, again.values, again.base]);
  expect(errors).toEqual([]);
});

test("the menu of a layer acts on it, by pointer and by keys", async ({ page }) => {
  const errors = await openBody(page, "?picture=coarse");
  await bind(page);
  await paint(page, WEIGHT, ARM);
  await stroke(page, ON_ARM);
  const list = page.getByRole("grid", { name: "Layers" });
  const row = (name: string) => list.getByRole("row", { name: new RegExp(name) });
  const item = (name: string) => page.getByRole("menuitem", { name: new RegExp(`^${name}`) });
  const painted = await layersNow(page);
  const names = async () => (await layersNow(page)).layers.map(([name]) => name);
  const menuOf = async (name: string) => {
    await expect(page.getByRole("menu")).toHaveCount(0);
    await row(name).click({ button: "right" });
    await expect(item("Rename layer")).toBeVisible();
  };

  // The name is typed right after the choice: closing the menu does not take the focus from its field.
  await menuOf("Layer 1");
  await item("Rename layer").click();
  await expect(list.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Elbow");
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual(["Elbow"]);

  // A copy above; hidden, alone and locked are ticked in the menu.
  await menuOf("Elbow");
  await item("Duplicate layer").click();
  await expect.poll(names).toEqual(["Elbow", "Elbow copy"]);
  await menuOf("Elbow copy");
  await item("Clear layer").click();
  await expect(row("Elbow copy")).toContainText("empty");
  expect((await layersNow(page, painted.vertices)).rows).toEqual(painted.rows);
  await menuOf("Elbow copy");
  await item("Show layer alone").click();
  await expect.poll(async () => (await layersNow(page)).values).toEqual(painted.base);
  await menuOf("Elbow copy");
  await item("Show layer alone").click();
  await expect.poll(async () => (await layersNow(page, painted.vertices)).rows).toEqual(painted.rows);
  await menuOf("Elbow copy");
  await item("Lock layer").click();
  await menuOf("Elbow copy");
  await expect(item("Delete layer")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");

  // By keys alone: the menu key opens the menu of the selected layer, and the list has the focus again after it.
  await list.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await expect(row("Elbow,|Elbow \\d")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ContextMenu");
  await expect(item("Hide layer")).toBeVisible();
  await page.keyboard.press("h");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await layersNow(page)).values).toEqual(painted.base);
  await expect(list).toBeFocused();
  for (let step = 0; step < 6; step++) await undo(page);
  await expect.poll(names).toEqual(["Elbow"]);
  expect((await layersNow(page)).values).toEqual(painted.values);

  // The base has only what acts on the whole stack.
  await row("Bound weights").click({ button: "right" });
  await expect(page.getByRole("menu").getByRole("menuitem")).toHaveText(["New layer", "Merge all layers"]);
  await item("Merge all layers").click();
  await expect.poll(names).toEqual([]);
  expect((await layersNow(page)).values).toEqual(painted.values);
  expect(errors).toEqual([]);
});

test("a layer is dragged past the rows on screen: the list scrolls while the pointer rests at its edge", async ({
  page,
}) => {
  await openBody(page, "?picture=coarse");
  await bind(page);
  const list = page.getByRole("grid", { name: "Layers" });
  const names = async () => (await layersNow(page)).layers.map(([name]) => name);
  for (let n = 0; n < 9; n++) await page.getByRole("button", { name: "New layer" }).click();
  const before = await names();
  expect(before).toHaveLength(9);
  const top = (await list.getByRole("row", { name: /Layer 9/ }).boundingBox())!;
  const { x, y, height } = (await list.boundingBox())!;
  await page.mouse.move(top.x + 90, top.y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + height - 6, { steps: 4 });
  // The pointer rests.
  const scrolled = () => list.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
  await expect.poll(scrolled).toBeLessThan(1);
  await page.mouse.up();
  await expect.poll(names).toEqual(["Layer 9", ...before.slice(0, -1)]);
  await undo(page);
  await expect.poll(names).toEqual(before);

  // And up again.
  await list.evaluate((e) => {
    e.scrollTop = e.scrollHeight;
  });
  const last = (await list.getByRole("row", { name: /Layer 1\b/ }).boundingBox())!;
  await page.mouse.move(last.x + 90, last.y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 90, y - 30, { steps: 4 });
  await expect.poll(() => list.evaluate((e) => e.scrollTop)).toBe(0);
  await page.mouse.up();
  await expect.poll(names).toEqual([...before.slice(1), "Layer 1"]);
});
