// Bundles the programs that run in Node outside of tests: the command line, its pool worker, the benches.
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Entry points by name, and their sources. */
export const ENTRIES = {
  "pool-worker": "workers/jobs/pool/node-pool-worker.ts",
  cli: "workers/cli.ts",
  bench: "bench/run.ts",
  "bench-decompose": "bench/solve/decompose.ts",
  "bench-locality": "bench/solve/locality.ts",
  "bench-quality": "bench/quality.ts",
  "bench-browser": "bench/solve/in-browser.ts",
  "bench-budget": "bench/solve/budget.ts",
  "bench-reduction": "bench/reduction/reduction.ts",
  "bench-two-layer": "bench/reduction/two-layer.ts",
  "bench-reduction-speed": "bench/reduction/reduction-speed.ts",
  "bench-sizes": "bench/solve/sizes.ts",
  "bench-larger-than-memory": "bench/solve/larger-than-memory.ts",
  "bench-contest": "bench/solve/contest/contest.ts",
  "bench-path": "bench/solve/path.ts",
  "bench-quick-fits": "bench/solve/quick-fits.ts",
  "bench-drags-browser": "bench/solve/drags-in-browser.ts",
  "bench-affine-files": "bench/solve/affine-files.ts",
  "bench-skeletons": "bench/solve/skeletons.ts",
  "bench-deform": "bench/deform/deform.ts",
  "bench-deform-gpu": "bench/deform/deform-gpu.ts",
  "bench-questions": "bench/deform/questions.ts",
  "bench-questions-browser": "bench/deform/questions-in-browser.ts",
  "bench-prepare-browser": "bench/deform/prepare-in-browser.ts",
  "bench-weights": "bench/weights/weights.ts",
  "bench-weights-solver": "bench/weights/weights-solver.ts",
  "bench-weights-bends": "bench/weights/weights-bends.ts",
  "bench-weights-browser": "bench/weights/weights-in-browser.ts",
  "bench-painting-browser": "bench/weights/painting-in-browser.ts",
  "bench-deform-accuracy": "bench/deform/deform-accuracy.ts",
  "bench-keeping-browser": "bench/keeping/keeping-in-browser.ts",
  gallery: "bench/gallery/run.ts",
  "weights-gallery": "bench/weights-gallery/run.ts",
  pictures: "tools/readme/pictures.ts",
  samples: "tools/samples/build.ts",
  clients: "tools/clients/run.ts",
  fuzz: "workers/formats/testing/fuzz/run.ts",
  mutants: "tools/mutants/run.ts",
};

/**
 * @param {string} outDir
 * @returns {Promise<string[]>} the bundled files of the project, relative to its root.
 */
export async function bundle(outDir) {
  const { build } = await import("vite");
  const sources = new Set();
  const noteSources = {
    name: "note-sources",
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const [file] = id.split("?");
        const path = relative(ROOT, file).replaceAll("\\", "/");
        if (!id.startsWith("\0") && !/^\.\.|^[a-z]:|node_modules\//i.test(path)) sources.add(path);
      }
    },
  };
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [noteSources],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node20",
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, path)])),
        // Only the browser benches use these tools.
        external: ["vite", "typescript", "vitest/node", "@playwright/test", "@sparticuz/chromium"],
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  return [...sources].sort();
}
