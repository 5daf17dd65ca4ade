import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import type { Rollup } from "vite";
import { type DeformerKind, isClassic } from "../../../workers/model/deform";
import { restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import { correctedRest, correctionWeights } from "../../../workers/model/rig/corrected-rest";
import { type PassPose, referenceOf, type Subject, worstOf } from "./deform-truth";
import { pack, unpack } from "./packing";

const ADDRESS = "http://localhost/deform-page.html";

let script: Promise<string> | null = null;

/** The page's script, bundled once for all tests of a run. */
async function bundle(): Promise<string> {
  // This import is not at the top, because the runner need not know the bundler.
  const { build } = await import("vite");
  const result = (await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: "es2022",
      rollupOptions: {
        input: resolve(process.cwd(), "tools/studio-driver/deform/deform-page.ts"),
        output: { entryFileNames: "deform-page.js" },
      },
    },
  })) as Rollup.RollupOutput;
  return result.output[0].code;
}

/** Opens the deformers' own page, which needs no server, and starts drawing; returns the backend. */
export async function openDeformers(page: Page, webgl: boolean): Promise<string> {
  script ??= bundle();
  const body = await script;
  await page.route("http://localhost/deform-page.*", (route) =>
    route.request().url() === ADDRESS
      ? route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><script type="module" src="deform-page.js"></script>`,
        })
      : route.fulfill({ contentType: "text/javascript", body }),
  );
  await page.goto(ADDRESS);
  await page.waitForFunction(() => "deformers" in window);
  return page.evaluate((fallback) => window.deformers.start(fallback), webgl);
}

/** Gives the page the subject that its deformers pose. */
export async function showSubject(page: Page, subject: Subject): Promise<void> {
  const { rig, triangles, direct, slide, centres } = subject;
  const surface = { vertexCount: rig.rest.length / 3, triangles };
  await page.evaluate((packed) => window.deformers.setSurface(packed), pack(surface));
  await page.evaluate((packed) => window.deformers.setData(packed), pack({ rig, direct, slide, centres }));
}

/**
 * Difference between a pass and the engine's deformer over all poses, which are the frames of the rig's correction: the
 * largest distance as a share of the diagonal, the largest angle in radians, and the least share of vertices whose
 * rotation is certain enough.
 */
export async function worstOver(page: Page, subject: Subject, kind: DeformerKind, poses: Float32Array[]) {
  const diagonal = restDiagonal(subject.rig);
  const reference = await referenceOf(kind, subject);
  const worst = { distance: 0, angle: 0, share: 1 };
  for (const [k, bones] of poses.entries()) {
    const corrected = isClassic(kind) && subject.rig.correction;
    const weights = corrected ? correctionWeights(subject.rig, k) : null;
    const packed = await page.evaluate(
      ([name, matrices, row]) => window.deformers.pose(name, matrices, row),
      [kind, pack(bones), pack(weights)] as const,
    );
    const truth = reference.pose(bones, undefined, corrected ? correctedRest(subject.rig, k) : undefined);
    const { distance, angle, share } = worstOf(truth, unpack(packed) as PassPose);
    worst.distance = Math.max(worst.distance, distance / diagonal);
    worst.angle = Math.max(worst.angle, angle);
    worst.share = Math.min(worst.share, share);
  }
  return worst;
}
