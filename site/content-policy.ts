import type { Plugin } from "vite";

/**
 * What the page may load and run: its own files, WebAssembly, and blobs that it makes itself (pictures). It may use
 * nothing inline, nothing from other hosts, and no text as code. Colours and sizes are set through the object model,
 * which needs no permission.
 */
const DIRECTIVES = {
  "default-src": ["'none'"],
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
  "worker-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:", "blob:"],
  "connect-src": ["'self'"],
  "manifest-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
};

/** Only a header can say which pages may frame this one. */
const IN_HEADER = { "frame-ancestors": ["'none'"] };

const written = (directives: Record<string, string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");

/** The policy for the page's own `meta` element. */
export const CONTENT_POLICY = written(DIRECTIVES);
/** The policy for a server's `Content-Security-Policy` header. */
export const CONTENT_POLICY_HEADER = written({ ...DIRECTIVES, ...IN_HEADER });

/**
 * The nonce of everything that the development server adds to the page: its client, styles as they change, and React's
 * refresh.
 */
export const DEVELOPMENT_NONCE = "development";
const NONCE = `'nonce-${DEVELOPMENT_NONCE}'`;
export const DEVELOPMENT_POLICY = written({
  ...DIRECTIVES,
  ...IN_HEADER,
  "script-src": [...DIRECTIVES["script-src"], NONCE],
  "style-src": ["'self'", "'unsafe-inline'"],
  "connect-src": ["'self'", "ws:"],
});

/** The service worker's source contains this instead of the policy. */
const PLACEHOLDER = "%CONTENT_POLICY%";

/** Writes the policy into the built page, and into the service worker for hosts that send no headers. */
export function contentPolicy(): Plugin {
  return {
    name: "sinew:content-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_POLICY },
        // It must come before everything that it governs.
        injectTo: "head-prepend",
      },
    ],
    async writeBundle({ dir }) {
      const { readFile, writeFile } = await import("node:fs/promises");
      if (!dir) return;
      const file = `${dir}/service-worker.js`;
      const worker = await readFile(file, "utf8");
      if (!worker.includes(PLACEHOLDER)) throw new Error(`${file} has no place for the policy.`);
      await writeFile(file, worker.replace(PLACEHOLDER, CONTENT_POLICY_HEADER));
    },
  };
}
