// npm run bench: prints errors and times of everything, part by part.
//   npm run bench -- weights --runs 5   one part with its own flags: decompose, budget, deform, questions, weights,
//                                       skeletons, sizes, contest, path, quick-fits, locality, affine-files, reduction,
//                                       two-layer, reduction-speed; larger-than-memory runs only if it is named
//   npm run bench -- --seeds 5          without a part, the flags go to decompose
//   npm run bench -- --check            compares errors and strains with bench/quality.json, and fails if one is worse
//   npm run bench -- --record           writes that table
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

/** Parts that run only when they are named, because they write large files. */
const LARGE = ["larger-than-memory"];
const PARTS = [
  ...["decompose", "budget", "deform", "questions", "weights", "skeletons"],
  ...[
    "sizes",
    "contest",
    "path",
    "quick-fits",
    "locality",
    "affine-files",
    "reduction",
    "two-layer",
    "reduction-speed",
  ],
];

const [first, ...rest] = process.argv.slice(2);
const isQuality = process.argv.includes("--check") || process.argv.includes("--record");

function chosen(): { parts: string[]; flags: string[] } {
  if (isQuality) return { parts: ["quality"], flags: process.argv.slice(2) };
  if (first === undefined) return { parts: PARTS, flags: [] };
  if ([...PARTS, ...LARGE].includes(first)) return { parts: [first], flags: rest };
  return { parts: ["decompose"], flags: [first, ...rest] };
}

const { parts, flags } = chosen();
for (const part of parts) {
  const script = join(dirname(process.argv[1]), `bench-${part}.js`);
  const { status } = spawnSync(process.execPath, [script, ...flags], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
process.exit(0);
