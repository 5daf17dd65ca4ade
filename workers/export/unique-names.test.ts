import { expect, it } from "vitest";
import { UniqueNames } from "./unique-names";

/** The name of a mesh whose node has a name, beside other names. */
function meshName(node: string, asked: string, others: string[]): string {
  const names = new UniqueNames();
  for (const name of others) names.take(name);
  return names.takeFor(names.take(node), asked);
}

it.each([
  ["the node's own name", "Body", "Body", ["hip"], "Body"],
  ["its own name", "Body node", "body", ["hip"], "body"],
  ["a number, if a bone has that name", "Body node", "hip", ["hip"], "hip_2"],
  ["a number, if loaders would call a piece like a bone", "hip", "hip", ["hip_1"], "hip_2"],
  ["the node's name beside names that only begin alike", "hip", "hip", ["hip_L", "hip_1b"], "hip"],
])("a mesh has %s", (_, node, asked, others, expected) => {
  expect(meshName(node, asked, others)).toBe(expected);
});
