import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesOf, listOf } from "../../site/precache";

/** A plain host with a build that can be replaced by a newer one. */
interface Host {
  address: string;
  /** Replaces the build by one whose page has `data-build="next"`. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Serves a copy of the built studio on a free port. */
export async function hostBuild(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), "sinew-build-"));
  await cp("dist", folder, { recursive: true });
  const server = spawn(process.execPath, ["e2e/hosts/static-server.mjs", folder, "0", "/studio/"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(server.stdout, "data");
  return {
    address: `http://localhost:${Number(port)}/studio/`,
    release: () => release(folder),
    async close() {
      server.kill();
      await once(server, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

async function release(folder: string): Promise<void> {
  const before = listOf(await filesOf(folder));
  const page = join(folder, "index.html");
  await writeFile(page, (await readFile(page, "utf8")).replace("<html", '<html data-build="next"'));
  const after = listOf(await filesOf(folder));
  const worker = join(folder, "service-worker.js");
  const text = await readFile(worker, "utf8");
  if (!text.includes(before.list) || !text.includes(before.version)) {
    throw new Error("The service worker does not list the files of its build.");
  }
  await writeFile(worker, text.replace(before.list, () => after.list).replace(before.version, after.version));
}
