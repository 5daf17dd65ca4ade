import { boundaryEdges, coneVolume } from "../../../workers/model/mesh/volume";
import type { Rig } from "../../../workers/model/rig/rig";
import type { PaneFigures } from "../../document/deform/prepared";
import { diagonalOf } from "../../document/measure";
import { timePass } from "../deform/passes/time-pass";
import type { MeshView } from "../scene/mesh-view";
import type { ShownPose } from "../scene/poses/shown-pose";
import type { Shown } from "../shown";
import type { Stage } from "../stage";
import type { MeshName } from "../views/views";
import { frameError } from "./frame-error";
import { type Region, regionOf, regionVolume, volumeChange } from "./volume";

/** A pose is at rest if it has not changed for this long, in milliseconds. */
const REST_MS = 150;

/** The inputs of the figures. They are measured again when one of these objects changes. */
type Question = readonly unknown[];
const same = (a: Question, b: Question) => a.length === b.length && a.every((x, n) => Object.is(x, b[n]));

/** Measures each pane's deformation of the pose once it rests, and publishes the figures. */
export class PaneMeasuring {
  private readonly stage: Stage;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: Question = [];
  private stopped = false;
  private open: { triangles: Uint32Array; edges: number } | null = null;
  private region: { rig: Rig; bone: number; region: Region } | null = null;
  /** The time of each mesh's pass, and the data that it depends on. */
  private readonly times = new Map<MeshName, { of: Question; milliseconds: number | null }>();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Call this after each picture. */
  drawn({ view }: Shown): void {
    const { stage } = this;
    const pose = stage.shownPose;
    const active =
      view.workspace === "deform" && pose !== null && !view.playing && !stage.colouring.strengths.live;
    const question: Question = active
      ? [
          pose,
          view.selectedBone,
          ...stage.parts().flatMap((part) => [part.mesh, stage.picking.versionOf(part.mesh)]),
        ]
      : [];
    if (same(question, this.asked)) return;
    this.asked = question;
    clearTimeout(this.timer);
    if (!active) return;
    this.timer = setTimeout(() => {
      // Ignore a lost GPU device: the next stage measures again.
      this.measure(pose, view.selectedBone, question).catch(() => {});
    }, REST_MS);
  }

  private async measure(pose: ShownPose, bone: number | null, question: Question): Promise<void> {
    const { stage } = this;
    const { meshView } = stage;
    if (!meshView) return;
    const names = stage.parts().map((part) => part.mesh);
    const read = new Map<MeshName, Float32Array>();
    await Promise.all(
      [...new Set(names)].map(async (name) => {
        read.set(name, await stage.picking.read(name));
      }),
    );
    for (const name of read.keys()) await this.time(meshView, name, question);
    if (this.stopped || this.asked !== question) return;
    const figures = new Map(
      [...read].map(([name, at]) => [name, this.figures(meshView, pose, bone, name, at)]),
    );
    this.stage.stores.prepared.setState({ figures: names.map((name) => figures.get(name) ?? null) });
  }

  /** Times a mesh's pass, once for its current data. */
  private async time(meshView: MeshView, name: MeshName, question: Question): Promise<void> {
    const pass = meshView.passOf(name);
    if (!pass?.data || this.stopped || this.asked !== question) return;
    const { rig, direct, centres } = pass.data;
    const of = [rig.weights, direct, centres];
    if (same(this.times.get(name)?.of ?? [], of)) return;
    const milliseconds = await timePass(this.stage.renderer, pass.pass);
    this.times.set(name, { of, milliseconds });
  }

  private figures(
    meshView: MeshView,
    pose: ShownPose,
    bone: number | null,
    name: MeshName,
    positions: Float32Array,
  ): PaneFigures {
    const { sequence, surface } = meshView;
    const diagonal = diagonalOf(sequence);
    const { rest } = pose.rig;
    const from = (of: Float32Array): [number, number, number] => [of[0], of[1], of[2]];
    const volume = (of: Float32Array) => coneVolume(of, surface.triangles, from(of));
    const source = pose.pose ? null : meshView.positionsOf(pose.frame);
    const openEdges = this.openEdges(surface.triangles);
    const region = bone === null ? null : this.regionOf(meshView, pose.rig, bone);
    return {
      volume: openEdges === 0 ? volumeChange(volume(positions), volume(rest), diagonal) : null,
      openEdges,
      regionVolume: region
        ? volumeChange(regionVolume(positions, region), regionVolume(rest, region), diagonal)
        : null,
      eRms: source && frameError(positions, source, diagonal),
      milliseconds: this.times.get(name)?.milliseconds ?? null,
    };
  }

  private openEdges(triangles: Uint32Array): number {
    if (this.open?.triangles !== triangles)
      this.open = { triangles, edges: boundaryEdges(triangles).length / 2 };
    return this.open.edges;
  }

  private regionOf({ surface }: MeshView, rig: Rig, bone: number): Region {
    if (this.region?.rig !== rig || this.region.bone !== bone) {
      this.region = { rig, bone, region: regionOf(surface.triangles, rig.weights, bone) };
    }
    return this.region.region;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
