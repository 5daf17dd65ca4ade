/** The figures of docs/measurements/gallery.md: their models and poses, deformers and settings, and cameras. */

import { elbow, sleevedArm } from "../../tools/samples/gallery/arms";
import { back } from "../../tools/samples/gallery/back";
import { chainBar, looseBar } from "../../tools/samples/gallery/bars";
import { hand } from "../../tools/samples/gallery/hand";
import { hips } from "../../tools/samples/gallery/hips";
import type { DeformSettings } from "../../workers/model/deform";
import type { Figure, Row, Shot } from "./figure";

/** Steps of the implicit scheme; the figures name p λ and p κ. */
const P = 20;

/** Smoothness as in the paper, p λ and p κ, and α. */
function smooth(lambda: number, kappa: number, alpha: number): Partial<DeformSettings> {
  return { iterations: P, lambda: lambda / P, kappa: kappa / P, alpha };
}

/** The settings from the Delta Mush paper. */
const PUBLISHED: Partial<DeformSettings> = { scheme: "explicit", iterations: 100, lambda: 0.5, kappa: 0.1 };

const NAMES = { lbs: "Linear blend", dqs: "Dual quaternions", cor: "Centres of rotation" } as const;

/** The classic deformers in a pose, with weights spread by p κ or with the model's own. */
function classics(pose: string, spread?: number): Shot[] {
  return (["lbs", "dqs", "cor"] as const).map((kind) => ({ label: NAMES[kind], kind, pose, spread }));
}

const deltaMush = (pose: string): Shot => ({ label: "Delta Mush", kind: "dm", pose, settings: PUBLISHED });

const GRID = [10, 100, 500];

const smoothness: Figure = {
  name: "smoothness",
  model: chainBar,
  breaks: [3],
  rows: GRID.map((rotation) => ({
    label: `rotation pλ ${rotation}`,
    camera: { yaw: 15, pitch: 14 },
    shots: [
      ...GRID.map((translation): Shot | null =>
        translation > rotation
          ? null
          : {
              label: `translation pκ ${translation}`,
              kind: "ddm-v0",
              pose: "bend and twist",
              settings: smooth(rotation, translation, 0.8),
            },
      ),
      ...classics("bend and twist", rotation),
    ],
  })),
  measures: ["volume", "longest"],
  caption: "volume",
};

const VARIANTS = ["v0", "v1", "v2", "v3", "v4", "v5"] as const;

const variants: Figure = {
  name: "variants",
  model: looseBar,
  rows: ["S, lifted", "S, lifted far", "C"].map((pose) => ({
    label: pose,
    camera: { yaw: 0, pitch: 6 },
    shots: [
      ...VARIANTS.map((v): Shot => ({ label: v, kind: `ddm-${v}`, pose, settings: smooth(300, 100, 0.3) })),
    ],
  })),
  measures: ["volume", "longest", "flipped"],
  caption: "volume",
};

const local: Figure = {
  name: "local-control",
  model: hand,
  rows: [
    { label: "elbow", focus: { left: 0.25, top: 0.45, width: 0.75, height: 0.55 } },
    { label: "fingers", focus: { left: 0.25, top: 0, width: 0.6, height: 0.36 } },
  ].map((row) => ({
    ...row,
    camera: { yaw: 20, pitch: 15 },
    shots: [
      { label: "Linear blend", kind: "lbs", pose: "grip" },
      { label: "pλ 5 everywhere", kind: "ddm-v0", pose: "grip", settings: smooth(5, 0.5, 0.3) },
      { label: "pλ 120 everywhere", kind: "ddm-v0", pose: "grip", settings: smooth(120, 10, 0.3) },
      {
        label: "pλ 120, by limb radius",
        kind: "ddm-v0",
        pose: "grip",
        settings: { ...smooth(120, 10, 0.3), limbRadius: true },
      },
    ],
  })),
  measures: ["volume", "longest"],
  caption: "volume",
};

const elbows: Figure = {
  name: "elbow",
  model: elbow,
  breaks: [3],
  rows: [
    {
      pose: "bend",
      camera: { yaw: 30, pitch: 4 },
    },
    {
      pose: "twist",
      camera: { yaw: 12, pitch: 8 },
    },
  ].map(({ pose, camera }) => ({
    label: pose,
    camera,
    shots: [
      { label: "pλ 20, pκ 20, α 0", kind: "ddm-v0", pose, settings: smooth(20, 20, 0) },
      { label: "pλ 240, pκ 240, α 0", kind: "ddm-v0", pose, settings: smooth(240, 240, 0) },
      { label: "pλ 240, pκ 10, α 0.9", kind: "ddm-v0", pose, settings: smooth(240, 10, 0.9) },
      ...classics(pose),
      deltaMush(pose),
    ],
  })),
  measures: ["volume", "longest"],
  caption: "volume",
};

const HIPS = { pelvis: 0.15, "left thigh": 0.15, "right thigh": 0.15 };

const hip: Figure = {
  name: "hip",
  model: hips,
  breaks: [4],
  rows: [
    {
      label: "from the side",
      camera: { yaw: 70, pitch: 12 },
      focus: { left: 0, top: 0.1, width: 1, height: 0.55 },
    },
    {
      label: "from above",
      camera: { yaw: 25, pitch: 38 },
      focus: { left: 0, top: 0.1, width: 1, height: 0.6 },
    },
  ].map((row) => ({
    ...row,
    shots: [
      ...classics("kick"),
      deltaMush("kick"),
      { label: "v0, α 0.8", kind: "ddm-v0", pose: "kick", settings: smooth(240, 20, 0.8) },
      {
        label: "v0, α 0.12 at the hips",
        kind: "ddm-v0",
        pose: "kick",
        settings: smooth(240, 20, 0.8),
        slideOf: HIPS,
      },
      {
        label: "v4, α 0.12 at the hips",
        kind: "ddm-v4",
        pose: "kick",
        settings: smooth(240, 20, 0.8),
        slideOf: HIPS,
      },
    ],
  })),
  measures: ["volume", "longest", "inside"],
  caption: "inside",
};

const MUSHES = [10, 100, 500];

const volume: Figure = {
  name: "volume",
  model: chainBar,
  breaks: [3],
  rows: [
    {
      label: "what is smoothed, at rest",
      camera: { yaw: 15, pitch: 14 },
      shots: MUSHES.map((lambda) => ({
        label: `pλ ${lambda}`,
        kind: "mush",
        settings: smooth(lambda, Math.min(10, lambda), 0.5),
      })),
    },
    ...["bend", "twist"].map(
      (pose): Row => ({
        label: pose,
        camera: { yaw: 15, pitch: 14 },
        shots: [
          ...MUSHES.map(
            (lambda): Shot => ({
              label: `v0, pλ ${lambda}, pκ 10`,
              kind: "ddm-v0",
              pose,
              settings: smooth(lambda, 10, 0.5),
            }),
          ),
          ...classics(pose),
          deltaMush(pose),
        ],
      }),
    ),
  ],
  measures: ["volume"],
  caption: "volume",
};

/** The back below the shoulder blades, and the flank of the raised arm. */
const lowerBack = ([x, y, z]: readonly [number, number, number]) => z > 0 && x > -0.1 && y > 0.05 && y < 0.34;

const sliding: Figure = {
  name: "sliding",
  model: back,
  breaks: [1, 5],
  rows: [
    { label: "the figure" },
    { label: "its back", focus: { left: 0.25, top: 0.42, width: 0.5, height: 0.45 } },
  ].map((row) => ({
    ...row,
    camera: { yaw: 8, pitch: 8 },
    shots: [
      { label: "At rest", kind: "rest" },
      { label: "Linear, narrow", kind: "lbs", pose: "raise", spread: 30 },
      { label: "Linear, wide", kind: "lbs", pose: "raise", spread: 600 },
      { label: "Quaternions, wide", kind: "dqs", pose: "raise", spread: 600 },
      { label: "Centres, wide", kind: "cor", pose: "raise", spread: 600 },
      deltaMush("raise"),
      { label: "v0, pλ 600", kind: "ddm-v0", pose: "raise", settings: smooth(600, 30, 0.2) },
    ],
  })),
  measures: ["drawn", "bulge", "volume", "longest"],
  caption: "drawn",
  region: lowerBack,
};

const JOINED = { ...smooth(200, 10, 0.3), joinReach: 0.03 };

const layers: Figure = {
  name: "layers",
  model: sleevedArm,
  rows: [
    {
      label: "",
      camera: { yaw: 25, pitch: 12 },
      shots: [
        { label: "At rest", kind: "rest" },
        { label: "Each part by itself", kind: "ddm-v0", pose: "bend", settings: { ...JOINED, joinReach: 0 } },
        { label: "Joined where they lie on each other", kind: "ddm-v0", pose: "bend", settings: JOINED },
        { label: "Linear blend", kind: "lbs", pose: "bend" },
      ],
    },
  ],
  measures: ["inside", "volume"],
  caption: "inside",
};

export const FIGURES: Figure[] = [smoothness, variants, local, elbows, hip, volume, sliding, layers];
