// Bundles what runs in Node outside of tests: the pool worker and the command line, into build/engine.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {string} outDir */
export async function buildEngine(outDir = join(root, "build/engine")) {
  const input = {
    "pool-worker": join(root, "workers/jobs/node-pool-worker.ts"),
    cli: join(root, "workers/cli.ts"),
    bench: join(root, "bench/decompose.ts"),
    "bench-browser": join(root, "bench/in-browser.ts"),
    "bench-deform": join(root, "bench/deform.ts"),
    "bench-deform-gpu": join(root, "bench/deform-gpu.ts"),
    "bench-prepare-browser": join(root, "bench/prepare-in-browser.ts"),
    "bench-weights": join(root, "bench/weights.ts"),
    "bench-weights-solver": join(root, "bench/weights-solver.ts"),
    "bench-weights-bends": join(root, "bench/weights-bends.ts"),
    "bench-weights-browser": join(root, "bench/weights-in-browser.ts"),
    "bench-deform-accuracy": join(root, "bench/deform-accuracy.ts"),
    gallery: join(root, "bench/gallery.ts"),
    "weights-gallery": join(root, "bench/weights-gallery.ts"),
    pictures: join(root, "bench/pictures.ts"),
    samples: join(root, "workers/samples/build.ts"),
  };
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
        input,
        // The bench in a browser drives these tools; nothing else here knows them.
        external: ["vite", "@playwright/test", "@sparticuz/chromium"],
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
}

/** Before the tests: workers in Node run from the bundle. */
export const setup = () => buildEngine();

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildEngine();
