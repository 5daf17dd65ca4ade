// How vite bundles the npm package; tools/build/package.mjs runs it.
import { defineConfig } from "vite";
import { thirdPartyNotices } from "../../site/notices.ts";
import { ensureKernels } from "./kernels/kernels.mjs";

await ensureKernels();

export default defineConfig({
  publicDir: false,
  plugins: [thirdPartyNotices().page],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: "node20",
    minify: false,
    rollupOptions: {
      input: {
        index: "workers/package/index.ts",
        cli: "workers/cli.ts",
        "pool-worker": "workers/jobs/pool/node-pool-worker.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
