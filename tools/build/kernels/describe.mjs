// The compiler's description of the kernels' entry: the exported functions with their parameters, and the records.

/** First parameters of a kernel over blocks of items. */
const BLOCK = [/^begin$/, /^end$/, /^_?slot$/];

/** The doc comment directly before a declaration, or an empty string. */
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
  const isBlock = BLOCK.every((expected, n) => expected.test(all[n]?.name ?? ""));
  return {
    name,
    doc: docBefore(declaration.range.source, declaration.range.start),
    isBlock,
    parameters: isBlock ? all.slice(BLOCK.length) : all,
    result: nameOf(returnType),
  };
}

/** The fields of a class whose objects the callers write. The offsets come from the compiler. */
function describeRecord(prototype) {
  const layout = prototype.instances.get("");
  const declarations = prototype.declaration.members.filter(({ type }) => type);
  return {
    name: prototype.name,
    doc: docBefore(prototype.declaration.range.source, prototype.declaration.range.start),
    bytes: layout.nextMemoryOffset,
    fields: declarations.map((field) => ({
      name: field.name.text,
      doc: docBefore(field.range.source, field.range.start),
      type: nameOf(field.type),
      offset: layout.members.get(field.name.text).instance.memoryOffset,
    })),
  };
}

/** A transform of asc that records the exported functions of the entry, and the classes that they take. */
export class Describe {
  kernels = [];
  records = [];

  /** @param {string} entry path of the entry below the compiler's base directory. */
  constructor(entry) {
    this.entry = entry;
  }

  afterInitialize(program) {
    this.known = program;
    const source = program.sources.find(({ normalizedPath }) => normalizedPath === this.entry);
    const { exports } = program.filesByName.get(source.internalPath);
    this.kernels = [...exports].map(([name, element]) => describeFunction(name, element));
  }

  /** Layouts are known only after compilation. */
  afterCompile() {
    const taken = new Set(this.kernels.flatMap(({ parameters }) => parameters.map(({ type }) => type)));
    for (const element of new Set(this.known.elementsByName.values())) {
      if (taken.has(element.name) && element.instances?.get("")?.members)
        this.records.push(describeRecord(element));
    }
  }
}
