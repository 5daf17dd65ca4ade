import { expect, it } from "vitest";
import { randomSketch } from "../testing/fixtures";
import { validateGlb } from "./validate-glb";

it("reports the findings of the Khronos validator as sentences", async () => {
  const bytes = await randomSketch(1).glb();
  const text = Buffer.from(bytes).toString("latin1");
  const broken = Buffer.from(text.replace('"SCALAR"', '"VEC2"  '), "latin1");
  const messages = await validateGlb(broken);
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(/^[A-Z].*(\.|\)|more\.)$/s);
});
