import { restPose } from "../../../../../workers/model/rig/pose";
import { ActionIcon } from "../../../../actions/ActionButton";
import { useService } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { exemplarCount } from "../../../../document/binding/binding-state";
import { segmentsOfBones } from "../../../../document/binding/segment-weights";
import { shownRig } from "../../../../document/document";
import { setPaint } from "../../../../document/paint-settings";
import { exemplarOnScreen } from "../../../../document/paint-state";
import type { Stores } from "../../../../document/stores";
import { useBinding, useDocument, useStores, useView } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { CheckRow } from "../../../../ui/choices/CheckRow";
import { Field } from "../../../../ui/fields/Field";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { BINDING } from "../../runs/binding";
import { exemplarOrigin, segmentPose, withExemplar, withoutExemplar } from "../../runs/exemplars/exemplars";
import { ClipFrames, useClipChoices } from "./ClipFrames";

/** Steps through the exemplars; 0 shows none. */
function Flip({ count }: { count: number }) {
  const stores = useStores();
  const exemplar = useView((view) => exemplarOnScreen(view.paint));
  // Showing an exemplar leaves the rest pose.
  const show = (n: number) =>
    setPaint(stores, n === 0 ? { exemplar: null } : { exemplar: n - 1, rest: false });
  return (
    <Field label="Shown">
      <div className={layoutCss.pair}>
        <NumberField
          label="Shown sample pose"
          value={exemplar === null ? 0 : exemplar + 1}
          reset={0}
          range={{ step: 1, soft: [0, count] }}
          write={(n) => (n === 0 ? "none" : `${Math.round(n)} of ${count}`)}
          onPreview={(n) => show(Math.round(n))}
          onCommit={(n) => show(Math.round(n))}
        />
        <ActionIcon action="bind.previous-exemplar" />
        <ActionIcon action="bind.next-exemplar" />
      </div>
    </Field>
  );
}

/** Shows the exemplars, leaves some out, and adds others. */
export function ExemplarSection() {
  const stores = useStores();
  const count = useBinding(exemplarCount);
  const colours = useView((view) => view.paint.colours);
  const edits = useDocument((state) => state.weightEdits);
  const hasClips = useClipChoices().length > 0;
  if (count === 0) return hasClips ? <BeforeBinding added={edits.addedExemplars.length} /> : null;
  const dropped = edits.droppedExemplars.length;
  return (
    <Section
      name="exemplars"
      title="Sample poses"
      shut
      end={dropped > 0 ? `${count}, ${dropped} left out` : plural(count, "pose")}
    >
      <div className={layoutCss.stack}>
        <Flip count={count} />
        <Field label="Colours">
          <CheckRow
            label="Strain"
            checked={colours === "energy"}
            onChange={(on) => setPaint(stores, { colours: on ? "energy" : "weights" })}
          />
        </Field>
        <ExemplarChanges />
        {dropped > 0 && <LeftOut count={dropped} />}
        <ClipFrames />
        <Added count={edits.addedExemplars.length} />
      </div>
    </Section>
  );
}

/** Leaves out the shown exemplar, or adds the pose on screen. */
function ExemplarChanges() {
  const stores = useStores();
  const binding = useService(BINDING);
  const exemplar = useView((view) => exemplarOnScreen(view.paint));

  const leaveOut = () => {
    const { weighting, weightEdits } = stores.document.getState();
    if (exemplar === null) return;
    const origin = exemplarOrigin(weighting, weightEdits, exemplar);
    const what = "random" in origin ? `sample pose ${origin.random + 1}` : "an added sample pose";
    binding.edit(`Leave out ${what}`, "trash", withoutExemplar(weightEdits, origin));
  };
  const add = () => {
    const { weightEdits } = stores.document.getState();
    const name = `Pose ${weightEdits.addedExemplars.length + 1}`;
    const pose = poseOnScreen(stores);
    if (!pose) return;
    const added = withExemplar(weightEdits, { name, pose: { ...pose, name } });
    binding.edit(`Add sample pose ${name}`, "pose", added);
  };
  return (
    <div className={layoutCss.pair}>
      <Button
        grow
        aria-disabled={exemplar === null ? true : undefined}
        title={exemplar === null ? "Show a sample pose first." : "Stops fitting the weights to this pose."}
        onClick={leaveOut}
      >
        Leave out
      </Button>
      <Button
        grow
        title="Adds the rig's current pose as a sample pose (exemplar), which the weights are fitted to."
        onClick={add}
      >
        Add this pose
      </Button>
    </div>
  );
}

/** The pose on screen, for the skeleton's segments; null without a skeleton and a rig. */
function poseOnScreen(stores: Stores) {
  const state = stores.document.getState();
  const { skeleton, livePose, pose } = state;
  const rig = shownRig(state);
  const segments = skeleton && rig && segmentsOfBones(skeleton, rig);
  return segments && segmentPose(skeleton, rig, segments, livePose ?? pose ?? restPose(rig.bones));
}

/** A button that restores the exemplars that are left out. */
function LeftOut({ count }: { count: number }) {
  const stores = useStores();
  const binding = useService(BINDING);
  const restore = () =>
    binding.edit("Restore left-out sample poses", "restart", {
      ...stores.document.getState().weightEdits,
      droppedExemplars: [],
    });
  return (
    <button type="button" className={textCss.link} onClick={restore}>
      Restore {plural(count, "pose")}
    </button>
  );
}

/** The number of added exemplars, and a button that removes them. */
function Added({ count }: { count: number }) {
  const stores = useStores();
  const binding = useService(BINDING);
  if (count === 0) return null;
  const clear = () =>
    binding.edit(`Remove ${plural(count, "added sample pose")}`, "trash", {
      ...stores.document.getState().weightEdits,
      addedExemplars: [],
    });
  return (
    <button type="button" className={textCss.link} onClick={clear}>
      Remove {plural(count, "added pose")}
    </button>
  );
}

/** Clip frames can be chosen before the first weights are found. */
function BeforeBinding({ added }: { added: number }) {
  return (
    <Section name="exemplars" title="Sample poses" shut end={added > 0 ? `${added} added` : "random poses"}>
      <div className={layoutCss.stack}>
        <ClipFrames />
        <Added count={added} />
      </div>
    </Section>
  );
}
