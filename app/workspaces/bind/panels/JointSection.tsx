import { ActionButton } from "../../../actions/ActionButton";
import { useService } from "../../../actions/studio";
import { formatFigure, formatLength, formatShare, plural } from "../../../common/format";
import type { Stores } from "../../../document/stores";
import { useDocument, useStore, useStores } from "../../../document/use-stores";
import { usePickedSegment } from "../../../panels/bones/use-segment";
import { IconButton } from "../../../ui/buttons/IconButton";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import { useRoving } from "../../../ui/lists/roving";
import { Tip } from "../../../ui/overlays/Tip";
import textCss from "../../../ui/text/text.module.css";
import { JOINT_FITTING } from "../runs/joints/joint-fitting";
import { headMoves, jointOwners } from "../runs/joints/joint-proposal";
import { JOINTS } from "../runs/joints/joint-state";
import css from "./JointSection.module.css";

const SHARE = { step: 0.01, soft: [0, 1] } satisfies Parameters<typeof NumberField>[0]["range"];

const stiffnessWords = (x: number) => (x === 0 ? "free" : formatFigure(x, 2));

function togglePin(stores: Stores, segment: number): void {
  const { pinned } = stores.of(JOINTS).getState();
  stores.of(JOINTS).setState({
    pinned: pinned.includes(segment) ? pinned.filter((j) => j !== segment) : [...pinned, segment],
  });
}

/** A row for every joint: whether it is pinned, whether its new position is accepted, and how far away that is. */
function JointList() {
  const stores = useStores();
  const joints = useService(JOINT_FITTING);
  const skeleton = useDocument((state) => state.skeleton);
  const proposal = useStore(JOINTS, (state) => state.proposal);
  const pinned = useStore(JOINTS, (state) => state.pinned);
  const metres = useDocument((state) => state.sequence?.metresPerUnit ?? 1);
  const own = useStore(JOINTS, (state) => state.ownStiffness);
  const roving = useRoving<HTMLUListElement>(":scope > li");
  if (!skeleton) return null;
  const owners = jointOwners(skeleton);
  const moves = proposal ? headMoves(proposal.before, proposal.after) : null;
  return (
    <ul {...roving} className={css.list} aria-label="Joints">
      {skeleton.segments.map(({ name }, j) => {
        if (owners[j] !== j) return null;
        const isPinned = pinned.some((p) => owners[p] === j);
        const end = moves ? formatLength(moves[j] * metres) : undefined;
        return (
          <li key={name}>
            {proposal ? (
              <CheckRow
                label={name}
                name={`Include the joint of ${name}`}
                end={end}
                checked={proposal.taken[j]}
                onChange={(taken) => joints.take(j, taken)}
              />
            ) : (
              <>
                <span className={`${layoutCss.grow} ${textCss.ellipsis}`} title={name}>
                  {name}
                </span>
                {own[j] !== undefined && <span className={textCss.tertiary}>{stiffnessWords(own[j])}</span>}
              </>
            )}
            <Tip title={isPinned ? "Unpin the joint" : "Pin the joint"}>
              <IconButton
                on={isPinned}
                aria-label={`Pin the joint of ${name}`}
                aria-pressed={isPinned}
                onClick={() => togglePin(stores, j)}
              >
                <Icon name="pin" />
              </IconButton>
            </Tip>
          </li>
        );
      })}
    </ul>
  );
}

/** Stiffness of the joint at the selected bone's head. Until it has its own value, it follows the common one. */
function OwnStiffness() {
  const stores = useStores();
  const picked = usePickedSegment();
  const all = useStore(JOINTS, (state) => state.stiffness);
  const own = useStore(JOINTS, (state) => state.ownStiffness);
  const pinned = useStore(JOINTS, (state) => state.pinned);
  if (!picked) return null;
  const owners = jointOwners(picked.skeleton);
  const joint = owners[picked.at];
  const { name } = picked.skeleton.segments[joint];
  const set = (value: number) => {
    const { [joint]: _, ...others } = own;
    stores.of(JOINTS).setState({ ownStiffness: value === all ? others : { ...others, [joint]: value } });
  };
  return (
    <Field label={`At ${name}`}>
      <NumberField
        label={`Stiffness of the joint of ${name}`}
        value={own[joint] ?? all}
        reset={all}
        range={SHARE}
        write={stiffnessWords}
        disabled={pinned.some((j) => owners[j] === joint)}
        onCommit={set}
      />
    </Field>
  );
}

/** The gain in energy of the proposed positions, and how far to move towards them. */
function Proposal() {
  const joints = useService(JOINT_FITTING);
  const proposal = useStore(JOINTS, (state) => state.proposal);
  const running = useStore(JOINTS, (state) => state.running);
  if (!proposal) return null;
  const [first, now] = [proposal.energy[0], proposal.energy.at(-1)];
  return (
    <>
      <p className={`${textCss.secondary} ${textCss.hint}`} role="status">
        {running ? `Step ${proposal.energy.length - 1}. ` : ""}
        {first !== undefined && now !== undefined && `Energy ${formatFigure(first)} to ${formatFigure(now)}.`}
      </p>
      <Field label="Amount">
        <NumberField
          label="How far joints move"
          value={proposal.share}
          reset={1}
          range={SHARE}
          write={formatShare}
          onPreview={joints.blend}
          onCommit={joints.blend}
        />
      </Field>
      <div className={layoutCss.pair}>
        <ActionButton action="joints.apply" label="Apply" look="primary" grow />
        <ActionButton action="joints.discard" label="Discard" />
      </div>
    </>
  );
}

/** Finds better positions for the joints, shows them, and accepts one or all of them. */
export function JointSection() {
  const stores = useStores();
  const proposal = useStore(JOINTS, (state) => state.proposal);
  const running = useStore(JOINTS, (state) => state.running);
  const stiffness = useStore(JOINTS, (state) => state.stiffness);
  const pinned = useStore(JOINTS, (state) => state.pinned.length);
  const hasSkeleton = useDocument((state) => (state.skeleton?.segments.length ?? 0) > 0);
  if (!hasSkeleton) return null;
  const end = pinned > 0 ? `${plural(pinned, "joint")} pinned` : "better positions";
  return (
    <Section name="joints" title="Joints" shut end={end}>
      <div className={layoutCss.stack}>
        <Field label="Stiffness">
          <NumberField
            label="Stiffness of joints"
            value={stiffness}
            reset={0}
            range={SHARE}
            write={stiffnessWords}
            onCommit={(next) => stores.of(JOINTS).setState({ stiffness: next })}
          />
        </Field>
        <OwnStiffness />
        <div className={layoutCss.pair}>
          <ActionButton action="joints.start" label={proposal ? "Optimise again" : "Optimise joints"} grow />
          {running && <ActionButton action="joints.keep" label="Stop here" />}
        </div>
        <Proposal />
        <JointList />
      </div>
    </Section>
  );
}
