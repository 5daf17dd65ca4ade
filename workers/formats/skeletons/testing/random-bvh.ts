import { createRandom } from "../../../math/random";

/** A random tree of joints as a BVH, with channels in random orders. */
export function randomBvh(seed: number, frames: number): string {
  const random = createRandom(seed);
  const number = () => (4 * random.normal()).toFixed(4);
  let channelCount = 0;
  const block = (name: string, depth: number): string => {
    const turns = ["Xrotation", "Yrotation", "Zrotation"].sort(() => random.next() - 0.5);
    const moves = depth === 0 ? ["Xposition", "Yposition", "Zposition"] : [];
    channelCount += turns.length + moves.length;
    const head = `${depth === 0 ? "ROOT" : "JOINT"} ${name}\n{\nOFFSET ${depth === 0 ? "0 0 0" : [number(), number(), number()].join(" ")}\nCHANNELS ${turns.length + moves.length} ${[...moves, ...turns].join(" ")}\n`;
    const children = depth < 3 ? 1 + random.integer(2) : 0;
    const inside = Array.from({ length: children }, (_, c) => block(`${name}_${c}`, depth + 1)).join("");
    return `${head}${inside || `End Site\n{\nOFFSET ${number()} ${number()} ${number()}\n}\n`}}\n`;
  };
  const hierarchy = block("hips", 0);
  const rows = Array.from({ length: frames }, () =>
    Array.from({ length: channelCount }, () => (30 * random.normal()).toFixed(3)).join(" "),
  );
  return `HIERARCHY\n${hierarchy}MOTION\nFrames: ${frames}\nFrame Time: 0.0333333\n${rows.join("\n")}\n`;
}
