import { dataView } from "../source/data-view";
import type { TextCursor } from "../source/text-cursor";
import type { PlyProperty } from "./ply-header";

/** Reads the numbers of a PLY's body one after another. */
export interface PlyNumbers {
  next(property: PlyProperty): number;
  count(property: PlyProperty): number;
  /** The bytes that are left. */
  left(): number;
  /** The fewest bytes of a number or a list. */
  leastBytes(property: PlyProperty): number;
  /** @throws SinewError that the file ends early. */
  endEarly(): never;
}

export class BinaryNumbers implements PlyNumbers {
  private at = 0;
  private readonly view: DataView;
  private readonly littleEndian: boolean;
  private readonly fail: (body: string) => never;

  constructor(bytes: Uint8Array, littleEndian: boolean, fail: (body: string) => never) {
    this.view = dataView(bytes);
    this.littleEndian = littleEndian;
    this.fail = fail;
  }

  next({ type }: PlyProperty): number {
    return this.take(type);
  }

  count({ countType }: PlyProperty): number {
    return this.take(countType!);
  }

  private take(type: PlyProperty["type"]): number {
    const at = this.at;
    this.at += type.bytes;
    if (this.at > this.view.byteLength) this.endEarly();
    return type.read(this.view, at, this.littleEndian);
  }

  left(): number {
    return this.view.byteLength - this.at;
  }

  leastBytes(property: PlyProperty): number {
    return property.countType ? property.countType.bytes : property.type.bytes;
  }

  endEarly(): never {
    return this.fail("It ends early.");
  }
}

export class TextNumbers implements PlyNumbers {
  private readonly cursor: TextCursor;
  private readonly fail: (body: string) => never;

  constructor(cursor: TextCursor, fail: (body: string) => never) {
    this.cursor = cursor;
    this.fail = fail;
  }

  next(): number {
    if (!this.cursor.nextWordAnywhere()) this.endEarly();
    return this.cursor.number();
  }

  count(): number {
    return this.next();
  }

  /** The last number needs no blank after it. */
  left(): number {
    return this.cursor.end - this.cursor.at + 1;
  }

  leastBytes(): number {
    return 2;
  }

  endEarly(): never {
    return this.fail("It ends early.");
  }
}
