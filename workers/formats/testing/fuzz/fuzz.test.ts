import { beforeAll, describe, expect, it } from "vitest";
import { FILE_KINDS, type FileKind, sniff } from "../../sniff";
import { bytesFile } from "../../source/source-file";
import { mutantOf } from "./mutant";
import { makeSpecimens, type Specimen } from "./specimens";
import { judge } from "./verdict";
import { goTheWholeWay } from "./whole-way";

/**
 * Number of mutants: twelve of each format. The nightly run uses more, each in a process with a watchdog: `npm run
 * fuzz`.
 */
const COUNT = Number(process.env.FUZZ_COUNT ?? 300);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

let specimens: Record<string, Specimen>;

beforeAll(async () => {
  specimens = await makeSpecimens();
});

/** Kinds without a reader. They are refused by their first bytes. */
const NOT_READ: FileKind[] = ["alembic-hdf5", "usd", "blend", "maya", "empty", "unknown"];

describe("damaged files", () => {
  it("cover every kind of file that is read", async () => {
    const damaged = Object.values(specimens).map(({ files: [[name, bytes]] }) =>
      sniff(bytesFile(name, bytes)),
    );
    const kinds = new Set(await Promise.all(damaged));
    expect([...kinds].sort()).toEqual(FILE_KINDS.filter((kind) => !NOT_READ.includes(kind)).sort());
  });

  it("are valid before the damage: each can be opened, solved or bound, exported and saved", async () => {
    for (const [format, specimen] of Object.entries(specimens)) {
      const files = await mutantOf({ ...specimen, mutators: [(bytes) => bytes] }, 1);
      const { fault, outcome } = await judge(() => goTheWholeWay(files));
      expect([
        format,
        fault,
        outcome?.refusals.map(String).filter((said) => !said.includes("skeleton")),
      ]).toEqual([format, null, []]);
      expect([format, outcome?.saved]).not.toEqual([format, 0]);
      if (format.startsWith("dmat")) expect([format, outcome?.weights]).toEqual([format, 1]);
    }
  });

  it(`are read or refused with an error message (${COUNT} from seed ${SEED})`, async () => {
    const formats = Object.keys(specimens);
    for (let n = 0; n < COUNT; n++) {
      const format = formats[n % formats.length];
      const seed = SEED + n;
      const { fault } = await judge(async () => goTheWholeWay(await mutantOf(specimens[format], seed)));
      expect(fault, `npm run fuzz -- --format ${format} --seed ${seed} --count 1`).toBeNull();
    }
  }, 240_000);
});
