// Compiles the AssemblyScript kernels twice, for shared and for unshared memory, and writes two modules: the binaries,
// and the kernels' names and parameters for TypeScript. It does nothing if the sources have not changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { swapFile } from "../swap.mjs";
import { Describe } from "./describe.mjs";
import { typesModule } from "./write-types.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../../../workers/kernels");
const ENTRY = "assembly/index.ts";
const FLAGS = ["--runtime", "stub", "--importMemory", "--enable", "simd", "-O3", "--noAssert"];
const SHARED = ["--sharedMemory", "--enable", "threads"];
/** 4 GiB in pages: the limit in the module. Each job makes a memory of the size it needs. */
const MAXIMUM = ["--maximumMemory", "65536"];

/**
 * AssemblyScript inlines functions with a decorator, which no other tool accepts before a function. The sources use a
 * doc tag instead, so that the type checker, the formatter and the linter can read them.
 */
const decorated = (source) =>
  source.replace(/@inline(?:(?!\*\/)[\s\S])*\*\/\s*(?=(?:export )?function )/g, "$&@inline ");

function readSource(name, base) {
  const path = isAbsolute(name) ? name : join(base, name);
  return existsSync(path) ? decorated(readFileSync(path, "utf8")) : null;
}

/** The binary in base64. */
async function compile(flags, describe) {
  const { default: asc } = await import("assemblyscript/asc");
  let binary;
  const { error, stderr } = await asc.main(
    [join(folder, ENTRY), "--outFile", "kernels.wasm", "--baseDir", folder, ...FLAGS, ...MAXIMUM, ...flags],
    {
      readFile: readSource,
      transforms: describe ? [describe] : [],
      writeFile: (name, contents) => {
        if (name.endsWith(".wasm")) binary = contents;
      },
    },
  );
  if (error) throw new Error(`The kernels do not compile: ${error.message}\n${stderr.toString()}`);
  assertNoDataSection(binary);
  return Buffer.from(binary).toString("base64");
}

/** Each thread would write the data section again over memory that others use, so kernels must have none. */
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

/** Hash of the kernels, of their build scripts and of the compiler's version. */
function hashOfSources() {
  const hash = createHash("sha256");
  for (const part of [here, join(folder, "assembly")]) {
    for (const path of readdirSync(part, { recursive: true }).sort()) {
      const at = join(part, path);
      if (statSync(at).isFile()) hash.update(`${path.replaceAll("\\", "/")}\n`).update(readFileSync(at));
    }
  }
  const { version } = createRequire(import.meta.url)("assemblyscript/package.json");
  return hash.update(version).digest("hex").slice(0, 16);
}

/** Compiles the kernels and writes the generated modules if they are out of date. */
export async function ensureKernels() {
  const [binaries, types] = ["wasm", "kernels"].map((name) => join(folder, `${name}.generated.ts`));
  const heading = `// Generated from assembly/ by tools/build/kernels: ${hashOfSources()}\n`;
  const isCurrent = (path) => existsSync(path) && readFileSync(path, "utf8").startsWith(heading);
  if (isCurrent(binaries) && isCurrent(types)) return;
  const describe = new Describe(ENTRY);
  const [unshared, shared] = [await compile([], describe), await compile(SHARED, null)];
  swapFile(types, heading + typesModule(describe));
  swapFile(
    binaries,
    `${heading}export const UNSHARED_WASM =\n  "${unshared}";\nexport const SHARED_WASM =\n  "${shared}";\n`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await ensureKernels();
