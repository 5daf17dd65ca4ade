// Compiles the AssemblyScript kernels twice, for shared and for unshared memory, into one generated module.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const here = dirname(fileURLToPath(import.meta.url));
const FLAGS = ["--runtime", "stub", "--importMemory", "--enable", "simd", "-O3", "--noAssert"];
const SHARED = ["--sharedMemory", "--enable", "threads"];
/** 4 GiB in pages: a bound that the module states; each job gives a memory of the size it needs. */
const MAXIMUM = ["--maximumMemory", "65536"];

async function compile(flags) {
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

const [unshared, shared] = [await compile([]), await compile(SHARED)];
writeFileSync(
  join(here, "wasm.generated.ts"),
  `// Generated from assembly/ by build.mjs.\nexport const UNSHARED_WASM =\n  "${unshared}";\nexport const SHARED_WASM =\n  "${shared}";\n`,
);
