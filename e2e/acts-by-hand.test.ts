import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Ways to act without pointer and keys: write to a store, or run an action directly. */
const AROUND = /\.setState\(|\.perform\(|\bsinew\.\w+\.(set|update|replace)\(|\.(frameAll|frameSelection)\(/;
const OWN = "acts-by-hand.test.ts";

/** The places that do what pointer and keys cannot. Each says so beside its code. */
const NO_HAND_CAN = [
  // A fault of the deformation. Its picture must differ from the golden one.
  "e2e/golden/record-fault.ts: window.sinew.document.setState({ rig: { ...rig, motion } });",
  // These test the API that a released page offers to scripts.
  'e2e/hosts/static-host.spec.ts: expect(await page.evaluate(() => window.sinew.perform("edit.redo"))).not.toBeNull();',
  'e2e/hosts/static-host.spec.ts: expect(await page.evaluate(() => window.sinew.perform("edit.undo"))).toBeNull();',
  // Another bone, while the pointer holds a brush.
  "e2e/paint/stroke-picture.spec.ts: await page.evaluate((j) => window.sinew.view.setState({ selectedBone: j }), selectedBone);",
  // A method that does not exist.
  "e2e/shell/shell.spec.ts: window.sinew.document.setState({ settings: { ...settings, method: named } });",
  // A bone that is the strongest of no vertex, as in some files. The studio's own bones move vertices.
  "e2e/skeleton/bone-tree.spec.ts: document.setState({ rig: { ...rig!, weights: { ...rig!.weights, bones: moved, values: given } } });",
  // The same picture again, to tell how long drawing alone takes.
  "tools/studio-driver/large-strokes.ts: window.sinew.view.setState({});",
];

test("end-to-end tests act with pointer and keys wherever they can", () => {
  const files = ["e2e", "tools/studio-driver"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(OWN)).sort();
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => (AROUND.test(line) ? [`${file.replaceAll("\\", "/")}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual(NO_HAND_CAN);
});
