import { addressOf, type OptionalPointer } from "./kernel";

type FieldType = "i32" | "u32" | "f32" | "f64";

/** The places of a record's fields, generated from the class that its kernels declare. */
export interface RecordLayout<Fields> {
  readonly bytes: number;
  readonly fields: { readonly [Name in keyof Fields]: readonly [offset: number, type: FieldType] };
}

/** A layout, as kernels.generated.ts declares it. @public */
export function recordLayout<Fields>(
  bytes: number,
  fields: RecordLayout<Fields>["fields"],
): RecordLayout<Fields> {
  return { bytes, fields };
}

/** The part of `Arena` that is used here. */
interface Room {
  u8(count: number): Uint8Array;
}

/** A record in the arena, which a kernel reads by fields. It replaces a long or shared list of arguments. */
export class KernelRecord<Fields> {
  private readonly layout: RecordLayout<Fields>;
  private readonly view: DataView;

  /** @param bytes the size of the layout, in the arena. */
  private constructor(layout: RecordLayout<Fields>, bytes: Uint8Array) {
    this.layout = layout;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Allocates a record. Its fields are not written yet. */
  static take<Fields>(room: Room, layout: RecordLayout<Fields>): KernelRecord<Fields> {
    return new KernelRecord(layout, room.u8(layout.bytes));
  }

  /** Allocates `count` records, one after another. A kernel gets the first. */
  static takeMany<Fields>(room: Room, layout: RecordLayout<Fields>, count: number): KernelRecord<Fields>[] {
    const { bytes } = layout;
    const all = room.u8(bytes * count);
    return Array.from({ length: count }, (_, n) => {
      return new KernelRecord(layout, all.subarray(bytes * n, bytes * (n + 1)));
    });
  }

  /** The address of the record in the arena. */
  get byteOffset(): number {
    return this.view.byteOffset;
  }

  // Properties, not methods: TypeScript compares parameters of methods loosely, and would accept a record of another
  // kind.
  /** Writes all fields. Other properties of the object are ignored. */
  readonly write = (fields: Fields): void => this.change(fields);

  /** Writes some fields; the others stay. */
  readonly change = (fields: Partial<Fields>): void => {
    for (const name in this.layout.fields) {
      if (!(name in (fields as object))) continue;
      const [offset, type] = this.layout.fields[name];
      const value = addressOf(fields[name] as OptionalPointer);
      if (type === "f64") this.view.setFloat64(offset, value, true);
      else if (type === "f32") this.view.setFloat32(offset, value, true);
      else if (type === "i32") this.view.setInt32(offset, value, true);
      else this.view.setUint32(offset, value, true);
    }
  };

  /** The value of a field. A kernel may have written it. */
  read(name: keyof Fields): number {
    const [offset, type] = this.layout.fields[name];
    if (type === "f64") return this.view.getFloat64(offset, true);
    if (type === "f32") return this.view.getFloat32(offset, true);
    return type === "i32" ? this.view.getInt32(offset, true) : this.view.getUint32(offset, true);
  }
}
