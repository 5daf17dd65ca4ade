/** A place in the arena: a view of it, or its address in bytes. */
export type Pointer = ArrayBufferView | number;
/** A place in the arena, or none. */
export type OptionalPointer = Pointer | null | undefined;

/** A kernel that works on blocks of items, on any thread, and its other arguments. */
export interface BlockKernel<Arguments> {
  readonly name: string;
  readonly parameters: "block";
  /** The arguments in the kernel's order, as numbers. */
  pack(this: void, args: Arguments): number[];
}

/** A kernel that is called once. */
export interface PlainKernel<Arguments> {
  readonly name: string;
  readonly parameters: "plain";
  pack(this: void, args: Arguments): number[];
}

/** Address of a kernel's argument; 0 means none. */
export function addressOf(pointer: OptionalPointer): number {
  if (typeof pointer === "number") return pointer;
  return pointer ? pointer.byteOffset : 0;
}

/** A kernel over blocks, as kernels.generated.ts declares it. @public */
export function blockKernel<Arguments>(
  name: string,
  pack: (args: Arguments) => number[],
): BlockKernel<Arguments> {
  return { name, parameters: "block", pack };
}

/** A kernel that is called once, as kernels.generated.ts declares it. @public */
export function plainKernel<Arguments>(
  name: string,
  pack: (args: Arguments) => number[],
): PlainKernel<Arguments> {
  return { name, parameters: "plain", pack };
}
