// Runs npm scripts side by side in the given order, as many at a time as there are cores. The output of each is printed
// in one piece when it ends. Fails if any of them fails: node tools/build/side-by-side.mjs check:types check:lint
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const scripts = process.argv.slice(2);
const isWindows = process.platform === "win32";

/** Runs a script to its end. Resolves to whether it succeeded. */
function run(script) {
  const begin = performance.now();
  const output = [];
  return new Promise((resolve) => {
    const child = spawn(isWindows ? "npm.cmd" : "npm", ["run", "-s", script], {
      stdio: ["ignore", "pipe", "pipe"],
      shell: isWindows,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => output.push(piece));
    child.on("error", (reason) => output.push(Buffer.from(`${reason.message}\n`)));
    child.on("close", (code) => {
      const seconds = ((performance.now() - begin) / 1000).toFixed(0);
      process.stdout.write(`${code === 0 ? "✔" : "✘"} ${script} (${seconds} s)\n`);
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const waiting = [...scripts];
let failed = false;

async function runWaiting() {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    if (!(await run(script))) failed = true;
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
process.exitCode = failed ? 1 : 0;
