import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  openStudio,
  setBones,
  untilOpen,
  untilSolved,
} from "../../tools/studio-driver/studio";

declare global {
  interface Window {
    /** Violations of the policy, as "directive: what". */
    refused: string[];
    ran: boolean | undefined;
  }
}

const note = () => {
  window.refused = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
    window.refused.push(`${effectiveDirective}: ${blockedURI} (${sourceFile})`),
  );
};

const refused = (page: Page) => page.evaluate(() => window.refused);

test("the studio never violates its own policy", async ({ page }) => {
  await page.addInitScript(note);
  const errors = await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 4);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);

  // Open a list, a menu, a dialog, and the card that is made without React.
  await page.getByRole("combobox").first().click();
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await page.getByRole("menuitem", { name: "Help" }).click();
  await expect(page.getByRole("menuitem", { name: "Third-party notices" })).toBeEnabled();
  await page.keyboard.press("Escape");
  const viewport = page.locator("canvas").first();
  await viewport.hover();

  await page.getByRole("button", { name: "Paint workspace" }).click();
  const box = await viewport.boundingBox();
  if (!box) throw new Error("There is no viewport");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 8 });
  await page.mouse.up();

  await page.getByRole("button", { name: "Export…" }).click();
  const button = page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  await Promise.all([page.waitForEvent("download"), button.click()]);
  expect((await documentOf(page)).bones).toBe(4);
  expect(await refused(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test("content injected into the page does not run", async ({ page }) => {
  await page.addInitScript(note);
  await openStudio(page);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const image = document.createElement("img");
    image.setAttribute("onerror", "window.ran = true");
    image.src = "./there-is-none.png";
    document.body.append(image);
    const link = document.createElement("a");
    link.href = "javascript:window.ran = true";
    document.body.append(link);
    link.click();
  });
  await expect.poll(async () => (await refused(page)).length).toBeGreaterThanOrEqual(3);
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
  const directives = (await refused(page)).map((each) => each.split(":")[0]);
  expect(new Set(directives.map((each) => each.replace(/-(elem|attr)$/, "")))).toEqual(
    new Set(["script-src"]),
  );
});

test("text never becomes code, and nothing is fetched from other hosts", async ({ page }) => {
  await page.addInitScript(note);
  await openStudio(page);
  const fetched = await page.evaluate(async () => {
    // A string as a timer callback. The policy allows code that the test itself evaluates.
    setTimeout("window.ran = true" as unknown as () => void);
    return fetch("https://example.com/").then(
      () => true,
      () => false,
    );
  });
  expect(fetched).toBe(false);
  // The page and the server have the same policy, and both report.
  const refusedNow = async () => [...new Set((await refused(page)).map((each) => each.split(":")[0]))].sort();
  await expect.poll(refusedNow).toEqual(["connect-src", "script-src"]);
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("the page comes with a list of its packages", async ({ page, request }) => {
  await openStudio(page);
  const text = await (await request.get("./third-party-notices.txt")).text();
  for (const name of ["draco3dgltf", "gltf-validator", "three", "react", "comlink", "zustand"]) {
    expect(text).toContain(`\n${name} `);
  }
  expect(text).toContain("Permission is hereby granted");
  expect(text).toContain("Apache License");
  await page.getByRole("menuitem", { name: "Help" }).click();
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("menuitem", { name: "Third-party notices" }).click(),
  ]);
  await opened.waitForURL(/third-party-notices\.txt$/);
});
