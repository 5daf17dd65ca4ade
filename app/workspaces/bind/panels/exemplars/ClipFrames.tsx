import { useMemo, useState } from "react";
import { exemplarsOfClips } from "../../../../../workers/model/skeleton/clip-exemplars";
import { useService } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { useDocument, useStores } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Field } from "../../../../ui/fields/Field";
import { NumberField } from "../../../../ui/fields/NumberField";
import { BINDING } from "../../runs/binding";
import { clipChoices } from "../../runs/exemplars/clip-choices";

const FRAMES = 10;
const MOST = 200;

/** The clips whose frames can become exemplars now. */
export function useClipChoices() {
  const skeleton = useDocument((state) => state.skeleton);
  const rig = useDocument((state) => state.rig);
  const sequence = useDocument((state) => state.sequence);
  const skeletonClips = useDocument((state) => state.skeletonClips);
  return useMemo(
    () => clipChoices({ skeleton, skeletonClips, rig, sequence }),
    [skeleton, skeletonClips, rig, sequence],
  );
}

/** Adds frames of a clip to the exemplars. */
export function ClipFrames() {
  const stores = useStores();
  const binding = useService(BINDING);
  const choices = useClipChoices();
  const [picked, pick] = useState(0);
  const [count, setCount] = useState(FRAMES);
  if (choices.length === 0) return null;
  const at = Math.min(picked, choices.length - 1);
  const clip = choices[at];
  const most = Math.min(MOST, clip.frameCount);
  const taken = Math.min(count, most);

  const add = () => {
    const { skeleton, weightEdits } = stores.document.getState();
    if (!skeleton) return;
    const added = exemplarsOfClips(skeleton, [clip], taken);
    binding.edit(`Add ${plural(taken, "frame")} of ${clip.name}`, "pose", {
      ...weightEdits,
      addedExemplars: [...weightEdits.addedExemplars, ...added],
    });
  };
  return (
    <>
      <Field label="Clip">
        <Dropdown
          label="Clip for sample poses"
          value={at}
          options={choices.map(({ name, frameCount }, value) => ({
            value,
            label: name,
            note: plural(frameCount, "frame"),
          }))}
          onChange={(next: number) => pick(next)}
        />
      </Field>
      <Field label="Frames">
        <NumberField
          label="Frames of the clip"
          value={taken}
          reset={Math.min(FRAMES, most)}
          range={{ step: 1, soft: [1, most], hard: [1, most] }}
          write={(n) => String(Math.round(n))}
          onPreview={(n) => setCount(Math.round(n))}
          onCommit={(n) => setCount(Math.round(n))}
        />
      </Field>
      <Button
        title="Adds evenly spaced frames of the clip as sample poses (exemplars), which the weights are fitted to."
        onClick={add}
      >
        Add frames of the clip
      </Button>
    </>
  );
}
