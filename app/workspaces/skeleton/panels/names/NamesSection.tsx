import { useMemo, useState } from "react";
import type { BodyKind } from "../../../../../workers/geometry/body/body-plan";
import {
  isHumanoidStyle,
  type NameStyle,
  STYLE_ENDINGS,
} from "../../../../../workers/geometry/body/names/name-styles";
import type { UpAxis } from "../../../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { areConnected } from "../../../../../workers/model/tree-of-parents";
import { useStudio } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { type NameOffer, nameOffer } from "../../../../document/skeleton/name-offer";
import { nameBones } from "../../../../document/skeleton/naming-commands";
import { useDocument, useStores, useWork } from "../../../../document/use-stores";
import { influenceTree } from "../../../../panels/bones/tree/bone-tree";
import { Button } from "../../../../ui/buttons/Button";
import { LabelledDropdown } from "../../../../ui/choices/LabelledDropdown";
import textFieldCss from "../../../../ui/fields/TextField.module.css";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import css from "./NamesSection.module.css";

const STYLES: NameStyle[] = ["underscore", "dot", "words", "unreal", "unity", "vrm"];

const NONE_FOLDED: ReadonlySet<number> = new Set();

const BODIES: Record<BodyKind, string> = {
  biped: "Biped",
  quadruped: "Quadruped",
  "many-legged": "Many legs",
  limbless: "Chain",
};

const ENGINES: Partial<Record<NameStyle, string>> = {
  unreal: "Unreal mannequin",
  unity: "Unity Humanoid",
  vrm: "VRM 1.0",
};

function StyleField({
  offer,
  style,
  onChange,
}: {
  offer: NameOffer;
  style: NameStyle | null;
  onChange(style: NameStyle | null): void;
}) {
  const options = STYLES.map((each) => ({
    value: each as string,
    label: ENGINES[each] ?? BODIES[offer.kind],
    note: STYLE_ENDINGS[each],
    refusal: isHumanoidStyle(each) && offer.problem ? "no humanoid" : null,
    tip: isHumanoidStyle(each) ? (offer.problem ?? undefined) : undefined,
  }));
  return (
    <LabelledDropdown
      label="Name as"
      value={style ?? "as-is"}
      options={[{ value: "as-is", label: "Keep names" }, ...options]}
      onChange={(next) => onChange(next === "as-is" ? null : (next as NameStyle))}
    />
  );
}

/** One bone of the preview: its current name, and the offered name, which can be edited. */
function OfferRow({
  before,
  name,
  onChange,
}: {
  before: string;
  name: string;
  onChange(name: string): void;
}) {
  return (
    <div className={css.change}>
      <span className={`${textCss.secondary} ${textCss.ellipsis}`} title={before}>
        {before}
      </span>
      <span className={textCss.tertiary}>→</span>
      <input
        className={textFieldCss.field}
        aria-label={`New name of ${before}`}
        value={name}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.stopPropagation()}
      />
    </div>
  );
}

/** The bones with new names in the order of the tree, which can be edited, and the button that applies them. */
function Preview({ rig, offer, onEnd }: { rig: Rig; offer: NameOffer; onEnd(): void }) {
  const stores = useStores();
  const { history } = useStudio();
  const [edits, setEdits] = useState<ReadonlyMap<number, string>>(new Map());
  const names = offer.names.map((name, j) => (edits.get(j) ?? name).trim() || rig.bones[j].name);
  const changed = influenceTree(rig.bones, NONE_FOLDED, "")
    .map(({ bone }) => bone)
    .filter((j) => offer.names[j] !== rig.bones[j].name || edits.has(j));
  const twice = names.find((name, j) => names.indexOf(name) !== j);
  const untold = rig.bones.length - changed.length;
  if (changed.length === 0)
    return <p className={textCss.secondary}>All bones already have these names, or names that you typed.</p>;
  return (
    <>
      <div className={css.list}>
        {changed.map((j) => (
          <OfferRow
            key={rig.bones[j].name}
            before={rig.bones[j].name}
            name={edits.get(j) ?? offer.names[j]}
            onChange={(name) => setEdits(new Map(edits).set(j, name))}
          />
        ))}
      </div>
      {untold > 0 && (
        <p className={textCss.tertiary}>{plural(untold, "bone keeps its name", "bones keep their names")}.</p>
      )}
      {twice && <p className={textCss.secondary}>Two bones are called {twice}. Rename one of them.</p>}
      <div className={layoutCss.pair}>
        <Button
          grow
          aria-disabled={twice ? true : undefined}
          onClick={() => {
            if (twice) return;
            history.run(nameBones(stores, names, new Set(edits.keys())));
            onEnd();
          }}
        >
          Rename {plural(changed.length, "bone")}
        </Button>
        <Button grow onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </>
  );
}

function Offer({ rig, upAxis }: { rig: Rig; upAxis: UpAxis }) {
  const [style, setStyle] = useState<NameStyle | null>(null);
  const offer = useMemo(() => nameOffer(rig, upAxis, style ?? "underscore"), [rig, upAxis, style]);
  return (
    <div className={layoutCss.stack} data-ui="stack">
      <StyleField offer={offer} style={style} onChange={setStyle} />
      {offer.problem && offer.kind === "biped" && (
        <p className={textCss.tertiary}>Engines will not take it for a humanoid. {offer.problem}</p>
      )}
      {style && <Preview key={style} rig={rig} offer={offer} onEnd={() => setStyle(null)} />}
    </div>
  );
}

/** Offers names for all bones by their place in the body, and applies them in one step. */
export function NamesSection() {
  const rig = useDocument((state) => state.rig);
  const upAxis = useDocument((state) => state.sequence?.upAxis ?? null);
  const running = useWork((work) => work.extraction !== null);
  if (!rig || !upAxis) return null;
  const typed = rig.bones.filter(({ named }) => named).length;
  const connected = areConnected(rig.bones);
  return (
    <Section name="skeleton-names" title="Names" end={typed > 0 ? `${typed} set by hand` : undefined}>
      {connected ? (
        <Offer rig={rig} upAxis={upAxis} />
      ) : (
        <p className={textCss.secondary}>
          {running
            ? "A skeleton is being extracted. Name its bones when it is done."
            : "The bones have no parents yet. Connect them or extract a skeleton first."}
        </p>
      )}
    </Section>
  );
}
