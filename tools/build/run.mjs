// Starts a program of the engine, and builds it first if its sources have changed: node tools/build/run.mjs cli info
// hound.abc
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ENTRIES, ROOT } from "./bundle.mjs";
import { ensureEngine } from "./engine.mjs";

const [entry] = process.argv.splice(2, 1);
if (!Object.hasOwn(ENTRIES, entry ?? "")) {
  process.stderr.write(
    `${entry ?? "Nothing"} cannot be started. There are ${Object.keys(ENTRIES).join(", ")}.\n`,
  );
  process.exit(2);
}
try {
  await ensureEngine();
} catch (reason) {
  process.stderr.write(`The engine cannot be built. ${reason.message}\n`);
  process.exit(1);
}
await import(pathToFileURL(join(ROOT, "build/engine", `${entry}.js`)).href);
