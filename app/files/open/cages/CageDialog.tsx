import { useState } from "react";
import type { ReadCage } from "../../../../workers/model/files/cage-source";
import type { CageCoordinates } from "../../../../workers/model/rig/cage";
import { useService } from "../../../actions/studio";
import { formatCount, plural } from "../../../common/format";
import { type Option, Segmented } from "../../../ui/choices/Segmented";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import layoutCss from "../../../ui/layout/layout.module.css";
import textCss from "../../../ui/text/text.module.css";
import { QuestionDialog } from "../QuestionDialog";
import questionCss from "../QuestionDialog.module.css";
import { CAGING } from "./caging";

const HELP: Readonly<Record<CageCoordinates, string>> = {
  harmonic:
    "Smooth and never negative, even between limbs. Takes some seconds, and longer for detailed cages.",
  "mean-value": "Quick, but some weights are negative where the cage is concave, for example between legs.",
  file: "Uses the weights of the .dmat file.",
};

const NAMES: Readonly<Record<CageCoordinates, string>> = {
  harmonic: "Harmonic",
  "mean-value": "Mean value",
  file: "From file",
};

interface CageDialogProps {
  /** The cage of a file; null makes one. */
  read: ReadCage | null;
  /** Opens the file as a mesh instead; null if that is not offered. */
  asMesh: (() => void) | null;
}

/** Asks how to bind the open mesh to a cage. */
export function CageDialog({ read, asMesh }: CageDialogProps) {
  const caging = useService(CAGING);
  const [cells, setCells] = useState(6);
  const [coordinates, setCoordinates] = useState<CageCoordinates>(read?.weights ? "file" : "harmonic");
  const all: CageCoordinates[] = read?.weights
    ? ["file", "harmonic", "mean-value"]
    : ["harmonic", "mean-value"];
  const options: Option<CageCoordinates>[] = all.map((value) => ({ value, label: NAMES[value] }));
  return (
    <QuestionDialog
      title={read ? `Cage ${read.file}` : "Cage around the mesh"}
      width={460}
      answer={{ label: "Apply cage", onClick: () => void caging.bind(read ?? cells, coordinates) }}
      instead={asMesh && { label: "Open as a mesh", onClick: asMesh }}
    >
      <div className={`${layoutCss.stack} ${questionCss.body}`}>
        <p className={textCss.secondary}>
          {read
            ? `${plural(read.cage.positions.length / 3, "vertex", "vertices")} around the open mesh. They replace its bones. Undo restores the bones.`
            : "A closed mesh of blocks around the open mesh. Its vertices replace the bones. Undo restores the bones."}
        </p>
        {!read && (
          <Field label="Blocks">
            <NumberField
              label="Blocks along the mesh"
              value={cells}
              range={{ step: 1, soft: [2, 12], hard: [2, 16] }}
              reset={6}
              write={formatCount}
              onCommit={setCells}
            />
          </Field>
        )}
        <Field label="Weights">
          <Segmented
            label="Weights"
            value={coordinates}
            options={options}
            onChange={(value) => setCoordinates(value)}
          />
        </Field>
        <p className={textCss.tertiary}>{HELP[coordinates]}</p>
      </div>
    </QuestionDialog>
  );
}
