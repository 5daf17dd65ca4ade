// The TypeScript module that callers name kernels by.

/** Types of AssemblyScript as callers see them, and how a value becomes a number. */
const TYPES = {
  i32: ["number", (x) => x],
  u32: ["number", (x) => x],
  f32: ["number", (x) => x],
  f64: ["number", (x) => x],
  bool: ["boolean", (x) => `Number(${x})`],
  usize: ["Pointer", (x) => `addressOf(${x})`],
  Optional: ["OptionalPointer", (x) => `addressOf(${x})`],
};

function typeOf(type, of) {
  const found = TYPES[type];
  if (!found)
    throw new Error(`${of}: a kernel takes no ${type}. Known types: ${Object.keys(TYPES).join(", ")}.`);
  return found;
}

const indent = (text) => text.replace(/^(?=.)/gm, "  ");

function kernelEntry({ name, doc, isBlock, parameters }) {
  const types = parameters.map((p) => `${p.name}: ${typeOf(p.type, name)[0]}`);
  const values = parameters.map((p) => typeOf(p.type, name)[1](`k.${p.name}`));
  const make = isBlock ? "blockKernel" : "plainKernel";
  return `${doc && `${doc}\n`}${name}: ${make}("${name}", (k: {\n  ${types.join(";\n  ")};\n}) => [${values.join(", ")}]),`;
}

/** Text of the module, less its heading. */
export function typesModule({ kernels }) {
  return `import { addressOf, blockKernel, type OptionalPointer, type Pointer, plainKernel } from "./kernel";

export const kernels = {
${kernels.map((kernel) => indent(kernelEntry(kernel))).join("\n")}
};
`;
}
