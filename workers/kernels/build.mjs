// Compiles the AssemblyScript kernels twice, for shared and for unshared memory, into one generated module; where their
// sources have changed since.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { swapFile } from "../build/swap.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const FLAGS = ["--runtime", "stub", "--importMemory", "--enable", "simd", "-O3", "--noAssert"];
const SHARED = ["--sharedMemory", "--enable", "threads"];
/** 4 GiB in pages: a bound that the module states; each job gives a memory of the size it needs. */
const MAXIMUM = ["--maximumMemory", "65536"];

async function compile(flags) {
  const { default: asc } = await import("assemblyscript/asc");
  let binary;
  const { error, stderr } = await asc.main(
    [
      join(here, "assembly/index.ts"),
      "--outFile",
      "kernels.wasm",
      "--baseDir",
      here,
      ...FLAGS,
      ...MAXIMUM,
      ...flags,
    ],
    {
      writeFile: (name, contents) => {
        if (name.endsWith(".wasm")) binary = contents;
      },
    },
  );
  if (error) throw new Error(`The kernels do not compile: ${error.message}\n${stderr.toString()}`);
  assertNoDataSection(binary);
  return Buffer.from(binary).toString("base64");
}

/** Each thread would write the data section anew over memory that others use: kernels must have none. */
function assertNoDataSection(binary) {
  const leb = (at) => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = binary[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return [value, at];
    }
  };
  for (let at = 8; at < binary.length; ) {
    const [size, body] = leb(at + 1);
    if (binary[at] === 11)
      throw new Error("A kernel has static data (a constant array or a string). Pass it in.");
    at = body + size;
  }
}

/** Of the kernels, of this file and of the compiler's version. */
function hashOfSources() {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of readdirSync(join(here, "assembly")).sort()) {
    hash.update(`${name}\n`).update(readFileSync(join(here, "assembly", name)));
  }
  const { version } = createRequire(import.meta.url)("assemblyscript/package.json");
  return hash.update(version).digest("hex").slice(0, 16);
}

/** Compiles the kernels if the generated module is of other sources. */
export async function ensureKernels() {
  const path = join(here, "wasm.generated.ts");
  const heading = `// Generated from assembly/ by build.mjs: ${hashOfSources()}\n`;
  if (existsSync(path) && readFileSync(path, "utf8").startsWith(heading)) return;
  const [unshared, shared] = [await compile([]), await compile(SHARED)];
  swapFile(
    path,
    `${heading}export const UNSHARED_WASM =\n  "${unshared}";\nexport const SHARED_WASM =\n  "${shared}";\n`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await ensureKernels();
