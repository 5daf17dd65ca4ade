import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import {
  CONTENT_POLICY_HEADER,
  contentPolicy,
  DEVELOPMENT_NONCE,
  DEVELOPMENT_POLICY,
} from "./site/content-policy.ts";
import { manual } from "./site/manual/plugin.ts";
import { thirdPartyNotices } from "./site/notices.ts";
import { precache } from "./site/precache.ts";
import { ensureKernels } from "./tools/build/kernels/kernels.mjs";

/** Makes the page cross-origin isolated, so that threads can share memory. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

// The server, builds and tests never run on kernels of older sources.
await ensureKernels();

const notices = thirdPartyNotices();

export default defineConfig(({ command, isPreview }) => ({
  base: "./",
  plugins: [react(), contentPolicy(), manual(), notices.page, precache()],
  html: command === "serve" && !isPreview ? { cspNonce: DEVELOPMENT_NONCE } : {},
  server: { headers: { ...ISOLATION, "Content-Security-Policy": DEVELOPMENT_POLICY } },
  preview: { headers: { ...ISOLATION, "Content-Security-Policy": CONTENT_POLICY_HEADER } },
  worker: { format: "es", plugins: () => [notices.workers()] },
  // Workers are looked into before the page opens: what is first found when one starts reloads the page, and what was
  // dropped on it is gone.
  optimizeDeps: {
    entries: ["index.html", "app/**/*-worker.ts", "workers/jobs/*-worker.ts", "workers/projects/*-worker.ts"],
  },
  build: { target: "es2022", chunkSizeWarningLimit: 2000 },
  test: {
    environment: "node",
    testTimeout: 60_000,
    setupFiles: ["tools/testing/random-seed.ts"],
    // Tests share what they import: neither the engine nor the studio keeps state in modules.
    isolate: false,
    unstubGlobals: true,
    // Where there are two cores the default would leave one of them idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "engine",
          include: ["workers/**/*.test.ts", "tools/**/*.test.ts"],
          globalSetup: ["tools/build/engine.mjs"],
        },
      },
      {
        extends: true,
        test: {
          name: "studio",
          include: ["app/**/*.test.{ts,tsx}", "site/**/*.test.ts", "e2e/**/*.test.ts"],
        },
      },
    ],
  },
}));
