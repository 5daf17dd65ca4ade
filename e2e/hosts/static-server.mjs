// A plain static host: no isolation headers, in a sub-folder. Prints its port; port 0 is any free one.
//   node e2e/hosts/static-server.mjs FOLDER PORT /PREFIX/
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const [folder, port, prefix] = process.argv.slice(2);
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};

const server = createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  if (!path.startsWith(prefix)) {
    response.writeHead(404).end();
    return;
  }
  const inside = normalize(path.slice(prefix.length) || "index.html");
  try {
    if (inside.startsWith("..")) throw new Error("outside");
    const body = await readFile(join(folder, inside));
    response
      .writeHead(200, { "Content-Type": TYPES[extname(inside)] ?? "application/octet-stream" })
      .end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(Number(port), () => process.stdout.write(`${server.address().port}\n`));
