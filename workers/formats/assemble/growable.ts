import { MemoryError } from "../../model/errors";

type Numbers = Float64Array | Float32Array | Int32Array;
type NumbersConstructor<T extends Numbers> = { new (length: number): T; name: string };

/** A typed array that grows by doubling, for lists of unknown length. */
export class Growable<T extends Numbers> {
  array: T;
  length = 0;
  private readonly type: NumbersConstructor<T>;

  constructor(type: NumbersConstructor<T>, capacity = 1024) {
    this.type = type;
    this.array = new type(capacity);
  }

  push(value: number): void {
    if (this.length === this.array.length) this.grow(this.length + 1);
    this.array[this.length++] = value;
  }

  /** The numbers so far, in an array of their exact number. */
  finish(): T {
    return this.array.slice(0, this.length) as T;
  }

  private grow(least: number): void {
    const capacity = Math.max(least, 2 * this.array.length);
    try {
      const larger = new this.type(capacity);
      larger.set(this.array);
      this.array = larger;
    } catch {
      throw new MemoryError({
        title: "There is not enough memory to read this file",
        body: `Its lists have more than ${this.length} numbers. Close other pages, or reduce the mesh.`,
      });
    }
  }
}
