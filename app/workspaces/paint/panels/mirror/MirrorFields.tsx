import { useEffect } from "react";
import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import type { SequenceMesh } from "../../../../../workers/model/mesh/streamed-sequence";
import { type MirrorSettings, WITHIN } from "../../../../../workers/model/weights/mirror-settings";
import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatCount, lengthUnit } from "../../../../common/format";
import { diagonalOf } from "../../../../document/measure";
import { useStore, useStores } from "../../../../document/use-stores";
import { setMirroring } from "../../../../document/weights/mirror/mirror-settings";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { LabelledDropdown } from "../../../../ui/choices/LabelledDropdown";
import { Field } from "../../../../ui/fields/Field";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import { NumberField } from "../../../../ui/fields/NumberField";
import textCss from "../../../../ui/text/text.module.css";
import { MIRROR_CHOICE } from "../../mirror/mirror-choice";
import css from "./MirrorSection.module.css";

interface MirrorFieldProps {
  sequence: SequenceMesh;
  settings: MirrorSettings;
  /** Null while it is computed. */
  mirror: SurfaceMirror | null;
}

const AXES = { x: 0, y: 1, z: 2, fitted: 0 };

/** A mesh's diagonal, a unit for lengths that suits its size, and the number of these units in the mesh's own unit. */
function measured(sequence: SequenceMesh) {
  const diagonal = diagonalOf(sequence);
  const { metresPerUnit } = sequence;
  const unit = lengthUnit(0.02 * diagonal * metresPerUnit);
  return { diagonal, unit: unit.name, scale: metresPerUnit / unit.metres };
}

/** The position of the plane on its axis, in the file's coordinates. */
export function PlaceField({ sequence, settings, mirror }: MirrorFieldProps) {
  const stores = useStores();
  const { history } = useStudio();
  const { diagonal, unit, scale } = measured(sequence);
  const origin = sequence.origin[AXES[settings.plane]];
  const place = settings.offset ?? mirror?.plane.offset ?? 0;
  const shown = Number(((place + origin) * scale).toPrecision(4));
  const reach = 0.5 * diagonal * scale;
  return (
    <Field label={settings.offset === null ? "At (found)" : "At"}>
      <NumberField
        label="Position of the plane"
        value={Math.abs(shown) < 1e-6 * reach ? 0 : shown}
        range={{ step: reach / 500, soft: [-reach, reach], hard: [-1e9, 1e9] }}
        unit={unit}
        onCommit={(next) =>
          history.run(setMirroring(stores, "Move the mirror plane", { offset: next / scale - origin }))
        }
      />
    </Field>
  );
}

/** The largest distance between a vertex's mirror image and its partner. */
export function WithinField({ sequence, settings }: MirrorFieldProps) {
  const stores = useStores();
  const { history } = useStudio();
  const { diagonal, unit, scale } = measured(sequence);
  const usual = Number((WITHIN * diagonal * scale).toPrecision(3));
  const value = settings.within === null ? usual : settings.within * scale;
  return (
    <LabelledNumber
      label="Within"
      value={Number(value.toPrecision(4))}
      range={{ step: usual / 50, soft: [0, 4 * usual], hard: [0, 1e9] }}
      reset={usual}
      unit={unit}
      onCommit={(next) =>
        history.run(
          setMirroring(stores, "Mirror tolerance", { within: next === usual ? null : next / scale }),
        )
      }
    />
  );
}

/** The edge where the walk begins, also drawn in the viewport while the field is on screen. */
function EdgeField({ settings: { edge }, mirror }: Omit<MirrorFieldProps, "sequence">) {
  const choice = useStores().of(MIRROR_CHOICE);
  const picking = useStore(MIRROR_CHOICE, (state) => state.picking);
  const found = mirror?.edge ?? edge;
  useEffect(() => {
    choice.setState({ showsEdge: true });
    return () => choice.setState({ showsEdge: false, picking: false });
  }, [choice]);
  const known = found ? `${formatCount(found[0] + 1)}–${formatCount(found[1] + 1)}` : "none found";
  return (
    <Field label="Edge">
      <div className={css.edge}>
        <span className={`${textCss.secondary} ${textCss.ellipsis}`}>
          {picking ? "Click an edge" : known}
          {!picking && edge === null && found && " (found)"}
        </span>
        <ActionButton action="paint.mirror-edge" label="Pick" />
      </div>
    </Field>
  );
}

/** The method that finds the partners of vertices, and its own fields. */
export function MatchFields({ sequence, settings, mirror }: MirrorFieldProps) {
  const stores = useStores();
  const { history } = useStudio();
  const { by, line } = settings;
  return (
    <>
      <LabelledDropdown
        label="Match by"
        value={by}
        options={[
          { value: "surface", label: "Closest point", tip: "The closest point of the surface." },
          {
            value: "topology",
            label: "Topology",
            note: "from an edge",
            tip: "Walks the faces on both sides of an edge in step, whatever the shape.",
          },
          {
            value: "uv",
            label: "UVs",
            tip: "The point with the mirrored or the same UV.",
            refusal: sequence.uvs ? null : "The mesh has no UVs.",
          },
        ]}
        onChange={(next) => history.run(setMirroring(stores, `Mirror by ${next}`, { by: next }))}
      />
      {by === "topology" && <EdgeField settings={settings} mirror={mirror} />}
      {by === "uv" && (
        <Field label="UVs">
          <Dropdown
            label="UVs of the two sides"
            value={line === null ? "same" : "line"}
            options={[
              { value: "same", label: "Same on both sides" },
              { value: "line", label: "Mirrored across U" },
            ]}
            onChange={(next) =>
              history.run(setMirroring(stores, "Mirror by UVs", { line: next === "same" ? null : 0.5 }))
            }
          />
        </Field>
      )}
      {by === "uv" && line !== null && (
        <LabelledNumber
          label="Across U"
          value={line}
          range={{ step: 0.01, soft: [0, 1], hard: [-100, 100] }}
          reset={0.5}
          onCommit={(next) => history.run(setMirroring(stores, "Mirror line of UVs", { line: next }))}
        />
      )}
    </>
  );
}
