import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { bind, openBody, settled } from "../../tools/studio-driver/binding-page";
import { drop, openStudio, untilOpen } from "../../tools/studio-driver/studio";

/** The rig's bones, and the mean x of each bone's weight: Σ w x / Σ w. */
const rigOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, sequence } = window.sinew.document.getState() as DocumentState;
    const { offsets, bones, values } = rig!.weights;
    const [sums, along] = [rig!.bones.map(() => 0), rig!.bones.map(() => 0)];
    let worst = 0;
    for (let i = 0; i + 1 < offsets.length; i++) {
      let sum = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        sum += values[e];
        sums[bones[e]] += values[e];
        along[bones[e]] += values[e] * (rig!.rest[3 * i] + sequence!.origin[0]);
      }
      worst = Math.max(worst, Math.abs(sum - 1), -Math.min(...values.subarray(offsets[i], offsets[i + 1])));
    }
    const names = rig!.bones.map(({ name }) => name);
    return { names, parents: rig!.bones.map(({ parent }) => parent), worst, along: along.map((x, j) => x / sums[j]) };
  }); // biome-ignore format: one value

const setKind = async (page: Page, bone: string, kind: RegExp) => {
  await page.getByRole("treeitem", { name: bone, exact: true }).click();
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: kind }).click();
};

test("a spine and a bone that twists become chains of bones, and a virtual bone moves nothing", async ({
  page,
}) => {
  const errors = await openBody(page);
  await page.keyboard.press("d");
  // bone_3 and bone_4 lie along the arm at +x, bone_6 is the last of the other.
  await setKind(page, "bone_3", /^Spine/);
  await setKind(page, "bone_4", /^Stretch/);
  await setKind(page, "bone_6", /^Virtual/);
  await bind(page);
  const { names, parents, worst, along } = await rigOf(page);
  expect(worst).toBeLessThan(1e-6);
  const pieces = (name: string) => names.flatMap((n, j) => (n.startsWith(`${name} `) ? [j] : []));
  for (const name of ["bone_3", "bone_4"]) {
    const own = pieces(name);
    expect(own.length).toBe(5);
    own.slice(1).forEach((j, n) => {
      expect(parents[j]).toBe(own[n]);
      expect(along[j]).toBeGreaterThan(along[own[n]] + 0.1);
    });
  }
  expect(names).not.toContain("bone_6");
  expect(errors).toEqual([]);
});

/** A bar of cubes along x, each split into five tetrahedra, in MEDIT's format, and two bones in it. */
function bar(): { path: string; bytes: Uint8Array }[] {
  const [long, wide] = [12, 2];
  const at = (x: number, y: number, z: number) => (x * (wide + 1) + y) * (wide + 1) + z + 1;
  const vertices: string[] = [];
  const tets: string[] = [];
  for (let x = 0; x <= long; x++)
    for (let y = 0; y <= wide; y++) for (let z = 0; z <= wide; z++) vertices.push(`${x} ${y} ${z} 0`);
  for (let x = 0; x < long; x++) {
    for (let y = 0; y < wide; y++) {
      for (let z = 0; z < wide; z++) {
        const odd = (x + y + z) % 2;
        const c = (a: number, b: number, d: number) => at(x + (odd ? 1 - a : a), y + b, z + d);
        for (const corners of ["000 100 010 001", "110 100 010 111", "101 100 001 111", "011 010 001 111", "100 010 001 111"]) // biome-ignore format: one list
          tets.push(`${corners.split(" ").map((k) => c(+k[0], +k[1], +k[2])).join(" ")} 0`); // biome-ignore format: one line
      }
    }
  }
  const text = `MeshVersionFormatted 1\nDimension 3\nVertices\n${vertices.length}\n${vertices.join("\n")}\nTetrahedra\n${tets.length}\n${tets.join("\n")}\nEnd\n`;
  const encode = (path: string, content: string) => ({ path, bytes: new TextEncoder().encode(content) });
  return [encode("bar.mesh", text), encode("bar.tgf", "1 0.5 1 1\n2 6 1 1\n3 11.5 1 1\n#\n1 2\n2 3\n#\n")];
}

test("a solid is bound by bounded biharmonic weights, and as rigidly as possible", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, bar());
  await untilOpen(page);
  const method = async (name: RegExp) => {
    await page.getByRole("combobox", { name: "Weight method" }).click();
    await page.getByRole("option", { name }).click();
  };
  await method(/Bounded biharmonic/);
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  const strain = () =>
    page.evaluate(() => (window.sinew.document.getState() as DocumentState).weightReport?.heldOutEnergy);
  await expect.poll(strain).toBeGreaterThan(0);
  const [biharmonic, { names, worst }] = [await strain(), await rigOf(page)];
  expect(names).toEqual(["bone_1", "bone_2"]);
  expect(worst).toBeLessThan(1e-6);
  await method(/As rigid as possible/);
  await page.getByRole("button", { name: /^Bind/ }).click();
  await settled(page);
  expect((await rigOf(page)).worst).toBeLessThan(1e-6);
  expect(await strain()).toBeLessThan(biharmonic!);
  expect(errors).toEqual([]);
});
