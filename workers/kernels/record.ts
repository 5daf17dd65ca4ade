import { addressOf, type OptionalPointer } from "./kernel";

type FieldType = "i32" | "u32" | "f32" | "f64";

/** Where the fields of a record lie; generated from the class that its kernels declare. */
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

/** What is used of `Arena`. */
interface Room {
  u8(count: number): Uint8Array;
}

/** A record in the arena: what a kernel reads by fields, where a list of arguments would be long or is shared. */
export class KernelRecord<Fields> {
  private readonly layout: RecordLayout<Fields>;
  private readonly view: DataView;

  /** @param bytes as many as the layout has, in the arena. */
  private constructor(layout: RecordLayout<Fields>, bytes: Uint8Array) {
    this.layout = layout;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Takes room for a record, whose fields are not written yet. */
  static take<Fields>(room: Room, layout: RecordLayout<Fields>): KernelRecord<Fields> {
    return new KernelRecord(layout, room.u8(layout.bytes));
  }

  /** Takes room for so many records, one after another: a kernel is given the first. */
  static takeMany<Fields>(room: Room, layout: RecordLayout<Fields>, count: number): KernelRecord<Fields>[] {
    const { bytes } = layout;
    const all = room.u8(bytes * count);
    return Array.from({ length: count }, (_, n) => {
      return new KernelRecord(layout, all.subarray(bytes * n, bytes * (n + 1)));
    });
  }

  /** Where it lies in the arena. */
  get byteOffset(): number {
    return this.view.byteOffset;
  }

  // Properties, not methods: TypeScript compares parameters of methods loosely, and a record of another kind would pass.
  /** Writes all fields. What else the object has does not matter. */
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

  /** What a field holds: of one that a kernel writes, what it wrote. */
  read(name: keyof Fields): number {
    const [offset, type] = this.layout.fields[name];
    if (type === "f64") return this.view.getFloat64(offset, true);
    if (type === "f32") return this.view.getFloat32(offset, true);
    return type === "i32" ? this.view.getInt32(offset, true) : this.view.getUint32(offset, true);
  }
}
