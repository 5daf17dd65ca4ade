// The TypeScript module with the names of kernels and records for callers.

/** AssemblyScript types as callers see them, and the conversion of an argument to a number. */
const TYPES = {
  i32: ["number", (x) => x],
  u32: ["number", (x) => x],
  f32: ["number", (x) => x],
  f64: ["number", (x) => x],
  bool: ["boolean", (x) => `Number(${x})`],
  usize: ["Pointer", (x) => `addressOf(${x})`],
  Optional: ["OptionalPointer", (x) => `addressOf(${x})`],
};

const indent = (text) => text.replace(/^(?=.)/gm, "  ");
const withDoc = (doc, text) => (doc ? `${doc}\n${text}` : text);

function typeOf(type, of, records) {
  if (records.some(({ name }) => name === type)) return [`KernelRecord<${type}>`, (x) => `${x}.byteOffset`];
  if (TYPES[type]) return TYPES[type];
  throw new Error(`${of}: the type ${type} is not known. Use one of ${Object.keys(TYPES).join(", ")}.`);
}

function kernelEntry({ name, doc, isBlock, parameters }, records) {
  const types = parameters.map((p) => `${p.name}: ${typeOf(p.type, name, records)[0]};`);
  const values = parameters.map((p) => typeOf(p.type, name, records)[1](`k.${p.name}`));
  const make = isBlock ? "blockKernel" : "plainKernel";
  if (parameters.length === 0)
    return withDoc(doc, `${name}: ${make}<Record<string, never>>("${name}", () => []),`);
  const pack = `(k: {\n${indent(types.join("\n"))}\n}) => [${values.join(", ")}]`;
  return withDoc(doc, `${name}: ${make}("${name}", ${pack}),`);
}

function recordType({ name, doc, fields }, records) {
  const lines = fields.map((f) => withDoc(f.doc, `${f.name}: ${typeOf(f.type, name, records)[0]};`));
  return withDoc(doc, `export interface ${name} {\n${indent(lines.join("\n"))}\n}`);
}

function recordEntry({ name, bytes, fields }) {
  const kind = (type) => (type === "usize" || type === "Optional" ? "u32" : type);
  const lines = fields.map((f) => `${f.name}: [${f.offset}, "${kind(f.type)}"],`);
  return `${name}: recordLayout<${name}>(${bytes}, {\n${indent(lines.join("\n"))}\n}),`;
}

/** Text of the module without its heading. */
export function typesModule({ kernels, records }) {
  return `import { addressOf, blockKernel, type OptionalPointer, type Pointer, plainKernel } from "./kernel";
import { type KernelRecord, recordLayout } from "./record";

${records.map((record) => recordType(record, records)).join("\n\n")}

/** Layouts of the records that kernels read. */
export const records = {
${records.map((record) => indent(recordEntry(record))).join("\n")}
};

export const kernels = {
${kernels.map((kernel) => indent(kernelEntry(kernel, records))).join("\n")}
};
`;
}
