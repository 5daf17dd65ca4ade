import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { bytesFile } from "../source/source-file";
import { textFile } from "../testing/formats";
import { readDmat } from "./dmat";

describe("a .dmat", () => {
  it("has one row per vertex, as text and as binary", async () => {
    const values = [0.1, 0.2, 0.3, -1, 5e-300, 2];
    const text = textFile("w.dmat", `2 3\n${values.join("\n")}\n`);
    const binary = new Uint8Array(8 + 48);
    binary.set(new TextEncoder().encode("0 0\n2 3\n"));
    values.forEach((value, n) => {
      new DataView(binary.buffer).setFloat64(8 + 8 * n, value, true);
    });
    for (const file of [text, bytesFile("w.dmat", binary)]) {
      const { rows, columns, values: read } = await readDmat(file);
      expect([rows, columns]).toEqual([3, 2]);
      expect([...read]).toEqual([0.1, -1, 0.2, 5e-300, 0.3, 2]);
    }
    await expect(readDmat(textFile("w.dmat", "2 3\n1 2"))).rejects.toThrow("w.dmat is cut short");
    await expect(readDmat(textFile("w.dmat", "9999999 9999999\n1 2"))).rejects.toThrow(SinewError);
    await expect(readDmat(textFile("w.dmat", "weights"))).rejects.toThrow("where a whole number belongs");
  });
});
