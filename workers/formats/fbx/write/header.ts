/** Header records of a file: its version, axes, unit, rate and takes. */
import type { UpAxis } from "../../../model/mesh/mesh-sequence";
import { CREATION_TIME, FBX_VERSION, FILE_ID } from "./encode";
import { type FbxRecord, int, properties, props, record } from "./record";

const CREATOR = "Sinew";

/** The format's numbers for rates; 14 is any other. */
const TIME_MODES: Record<number, number> = {
  24: 11,
  25: 10,
  30: 6,
  48: 5,
  50: 4,
  60: 3,
  72: 16,
  96: 15,
  100: 2,
  120: 1,
  1000: 12,
};
const CUSTOM_RATE = 14;
/** 24 frames and 60 frames in 1.001 seconds. */
const NAMED_RATES: [rate: number, mode: number][] = [
  [24000 / 1001, 13],
  [60000 / 1001, 17],
];

function timeModeOf(fps: number): number {
  const named = NAMED_RATES.find(([rate]) => Math.abs(rate - fps) < 1e-6 * rate);
  return TIME_MODES[fps] ?? named?.[1] ?? CUSTOM_RATE;
}

/** The numbers of the axes. The up axis determines the axis that points towards the viewer. */
const AXES: Record<
  UpAxis,
  { up: number; front: [axis: number, sign: number]; right: [axis: number, sign: number] }
> = {
  x: { up: 0, front: [2, 1], right: [1, -1] },
  y: { up: 1, front: [2, 1], right: [0, 1] },
  z: { up: 2, front: [1, -1], right: [0, 1] },
};

/** @param centimetres in one unit of the file. */
export function globalSettingsRecord(
  upAxis: UpAxis,
  centimetres: number,
  fps: number,
  end: bigint,
): FbxRecord {
  const { up, front, right } = AXES[upAxis];
  return record(
    "GlobalSettings",
    [],
    [
      record("Version", [int(1000)]),
      properties(
        props.int("UpAxis", up),
        props.int("UpAxisSign", 1),
        props.int("FrontAxis", front[0]),
        props.int("FrontAxisSign", front[1]),
        props.int("CoordAxis", right[0]),
        props.int("CoordAxisSign", right[1]),
        props.int("OriginalUpAxis", up),
        props.int("OriginalUpAxisSign", 1),
        props.double("UnitScaleFactor", centimetres),
        props.double("OriginalUnitScaleFactor", centimetres),
        props.colourRgb("AmbientColor", [0, 0, 0]),
        props.text("DefaultCamera", "Producer Perspective"),
        props.enum("TimeMode", timeModeOf(fps)),
        props.time("TimeSpanStart", 0n),
        props.time("TimeSpanStop", end),
        props.double("CustomFrameRate", timeModeOf(fps) === CUSTOM_RATE ? fps : -1),
      ),
    ],
  );
}

/** The same moment as `CREATION_TIME`. */
function timeStamp(): FbxRecord {
  const fields: [string, number][] = [
    ["Version", 1000],
    ["Year", 1970],
    ["Month", 1],
    ["Day", 1],
    ["Hour", 10],
    ["Minute", 0],
    ["Second", 0],
    ["Millisecond", 0],
  ];
  return record(
    "CreationTimeStamp",
    [],
    fields.map(([name, value]) => record(name, [int(value)])),
  );
}

export function headerRecords(): FbxRecord[] {
  return [
    record(
      "FBXHeaderExtension",
      [],
      [
        record("FBXHeaderVersion", [int(1003)]),
        record("FBXVersion", [int(FBX_VERSION)]),
        record("EncryptionType", [int(0)]),
        timeStamp(),
        record("Creator", [CREATOR]),
      ],
    ),
    record("FileId", [FILE_ID]),
    record("CreationTime", [CREATION_TIME]),
    record("Creator", [CREATOR]),
  ];
}

/**
 * The only scene of the file.
 * @param clip the name of the first clip, empty without a clip.
 */
export function documents(clip: string): FbxRecord[] {
  const document = record(
    "Document",
    [999_999n, "", "Scene"],
    [
      properties(props.object("SourceObject"), props.text("ActiveAnimStackName", clip)),
      record("RootNode", [0n]),
    ],
  );
  return [record("Documents", [], [record("Count", [int(1)]), document]), record("References", [], [])];
}

/** The clips again, in the form in which old readers expect them. */
export function takes(clips: readonly { name: string; end: bigint }[]): FbxRecord {
  return record(
    "Takes",
    [],
    [
      record("Current", [clips[0]?.name ?? ""]),
      ...clips.map(({ name, end }) =>
        record(
          "Take",
          [name],
          [
            record("FileName", [`${name}.tak`]),
            record("LocalTime", [0n, end]),
            record("ReferenceTime", [0n, end]),
          ],
        ),
      ),
    ],
  );
}
