// Bundles what runs in Node outside of tests: the pool worker and the command line, into build/engine.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {string} outDir */
export async function buildEngine(outDir = join(root, "build/engine")) {
  const entries = {
    "pool-worker": "workers/jobs/node-pool-worker.ts",
    cli: "workers/cli.ts",
    bench: "bench/decompose.ts",
    samples: "workers/samples/build.ts",
  };
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)));
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node20",
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(present.map(([name, file]) => [name, join(root, file)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildEngine();
