import { SinewError } from "../../model/errors";
import { howMany } from "../../model/reports/figures";
import type { SourceFile } from "../source/source";
import { readAll } from "../source/source-file";
import { TextCursor } from "../source/text-cursor";

/** A matrix of rows × columns numbers, row-major. */
export interface Matrix {
  rows: number;
  columns: number;
  values: Float64Array;
}

/** The most numbers of a matrix that fits in memory. */
const MOST_NUMBERS = 2e8;

/**
 * Reads a .dmat as libigl writes it: "columns rows" and the numbers column by column, as text; or "0 0" and then the
 * same with numbers of 8 bytes. Weights have one row per vertex and one column per bone.
 * @throws SinewError with the file and the error.
 */
export async function readDmat(file: SourceFile): Promise<Matrix> {
  const bytes = await readAll(file);
  const cursor = new TextCursor(file.name, bytes);
  const count = () => {
    if (!cursor.nextWordAnywhere()) cursor.fail("It ends within its header.");
    return cursor.integer();
  };
  let [columns, rows] = [count(), count()];
  const isBinary = columns === 0 && rows === 0;
  if (isBinary) [columns, rows] = [count(), count()];
  const total = rows * columns;
  if (!(columns >= 0 && rows >= 0 && total <= MOST_NUMBERS)) {
    cursor.fail(`Its header says ${howMany(rows, "row")} of ${howMany(columns, "number")}.`);
  }
  cursor.skipLine();
  const left = bytes.length - cursor.at;
  const least = isBinary ? 8 * total : 2 * total - 1;
  if (left < least) {
    throw new SinewError({
      title: `${file.name} is cut short`,
      body: `Its header says ${howMany(rows, "row")} of ${howMany(columns, "number")}, which take at least ${howMany(least, "byte")}; ${left} are left. Export it again.`,
    });
  }
  const values = new Float64Array(total);
  const view = new DataView(bytes.buffer, bytes.byteOffset + cursor.at, left);
  for (let n = 0; n < total; n++) {
    let value = 0;
    if (isBinary) value = view.getFloat64(8 * n, true);
    else {
      if (!cursor.nextWordAnywhere()) cursor.fail(`It has ${n} of ${total} numbers.`);
      value = cursor.number();
    }
    values[(n % rows) * columns + Math.floor(n / rows)] = value;
  }
  return { rows, columns, values };
}
