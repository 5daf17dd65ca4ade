import { MemoryError } from "../model/errors";

const PAGE = 65536;
/** Bytes that the kernel module reserves for itself at the bottom of its memory. */
const RESERVED = 1024;

const pagesFor = (bytes: number) => Math.ceil((bytes + RESERVED) / PAGE) + 1;

function newMemory(bytes: number, shared: boolean): WebAssembly.Memory {
  const pages = pagesFor(bytes);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
  } catch {
    throw new MemoryError({
      title: "There is not enough memory for this solve",
      body: `It needs ${Math.ceil(bytes / 1e6)} MB. Close other pages and programs, or use fewer frames or bones.`,
    });
  }
}

/**
 * A WebAssembly memory of fixed size, allocated from the bottom up. A view's `byteOffset` is the pointer for kernels.
 * `mark` and `release` free everything allocated in between, like a stack.
 */
export class Arena {
  readonly memory: WebAssembly.Memory;
  private top = RESERVED;
  /** The highest that `top` has been. */
  private highest = RESERVED;
  /** The end of the arena, in bytes; 0 once it is closed. */
  private end: number;

  /**
   * @param bytes the size; the engine computes what a job needs.
   * @param memory the memory to allocate; a new one by default.
   */
  constructor(bytes: number, shared: boolean, memory = newMemory(bytes, shared)) {
    this.memory = memory;
    this.end = PAGE * pagesFor(bytes);
  }

  /** An arena over existing memory, which is zeroed and has `bytes` bytes or more. */
  static over(memory: WebAssembly.Memory, bytes: number): Arena {
    return new Arena(bytes, false, memory);
  }

  /** The address of `bytes` free bytes. */
  protected take(bytes: number): number {
    const at = this.top;
    const next = 16 * Math.ceil((at + bytes) / 16);
    if (this.end === 0) throw new Error("The arena is closed");
    if (next > this.end) throw new Error(`Arena overflow: ${bytes} bytes at ${at} of ${this.end}`);
    this.top = next;
    this.highest = Math.max(this.highest, next);
    return at;
  }

  /** Memory is zero only on first use. */
  f64(count: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.take(8 * count), count);
  }

  f32(count: number): Float32Array {
    return new Float32Array(this.memory.buffer, this.take(4 * count), count);
  }

  i32(count: number): Int32Array {
    return new Int32Array(this.memory.buffer, this.take(4 * count), count);
  }

  u32(count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, this.take(4 * count), count);
  }

  u8(count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.take(count), count);
  }

  mark(): number {
    return this.top;
  }

  release(mark: number): void {
    this.top = mark;
  }

  /** Zeroes the memory that was allocated, and allocates no more. Another arena may then use the same memory. */
  close(): void {
    new Uint8Array(this.memory.buffer, 0, this.highest).fill(0);
    this.end = 0;
  }

  /** Bytes in use. */
  get used(): number {
    return this.top;
  }
}
