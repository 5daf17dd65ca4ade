import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Makes the page cross-origin isolated, so that threads can share memory. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  base: "./",
  plugins: [react()],
  server: { headers: ISOLATION },
  preview: { headers: ISOLATION },
  worker: { format: "es" },
  // Workers are looked into before the page opens: what is first found when one starts reloads the page, and what was
  // dropped on it is gone.
  optimizeDeps: { entries: ["index.html", "app/**/*-worker.ts", "workers/jobs/*-worker.ts"] },
  build: { target: "es2022", chunkSizeWarningLimit: 2000 },
  test: {
    include: ["workers/**/*.test.ts", "app/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    globalSetup: ["workers/jobs/build-engine.mjs"],
  },
});
