// What the compiler knows of the kernels' entry: the functions that it exports, with their parameters, and the records.

/** Parameters that a kernel over blocks of items begins with. */
const BLOCK = ["begin", "end", "slot"];

/** The doc comment that ends where a declaration begins, or an empty string. */
function docBefore(source, start) {
  const before = source.text.slice(0, start).replace(/(\s|export|\/\/[^\n]*|@\w+)*$/, "");
  if (!before.endsWith("*/")) return "";
  const begin = before.lastIndexOf("/*");
  return before.startsWith("/**", begin) ? before.slice(begin) : "";
}

const nameOf = (type) => type.name.identifier.text;

function describeFunction(name, { declaration }) {
  const { parameters, returnType } = declaration.signature;
  const all = parameters.map((parameter) => ({ name: parameter.name.text, type: nameOf(parameter.type) }));
  const isBlock = BLOCK.every((expected, n) => all[n]?.name === expected);
  return {
    name,
    doc: docBefore(declaration.range.source, declaration.range.start),
    isBlock,
    parameters: isBlock ? all.slice(BLOCK.length) : all,
    result: nameOf(returnType),
  };
}

/** Notes the exported functions of the entry while the compiler works. A transform of asc. */
export class Describe {
  kernels = [];

  /** @param {string} entry path of the entry below the compiler's base directory. */
  constructor(entry) {
    this.entry = entry;
  }

  afterInitialize(program) {
    const source = program.sources.find(({ normalizedPath }) => normalizedPath === this.entry);
    const { exports } = program.filesByName.get(source.internalPath);
    this.kernels = [...exports].map(([name, element]) => describeFunction(name, element));
  }
}
