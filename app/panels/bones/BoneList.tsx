import { useMemo } from "react";
import type { Rig } from "../../../workers/model/rig/rig";
import { BONE_LOCKS } from "../../actions/bone-locks";
import { useService, useStudio } from "../../actions/studio";
import { formatCount, formatError, plural } from "../../common/format";
import { renameBone } from "../../document/binding/renaming";
import { type DocumentState, shownLocks } from "../../document/document";
import { selectedBones, selectRow } from "../../document/selection";
import { toast } from "../../document/session/toasts";
import { useDocument, usePanels, useStores, useView } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import noteCss from "../../ui/feedback/Note.module.css";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { useRowHeight } from "../../ui/layout/use-layout";
import rowCss from "../../ui/lists/Row.module.css";
import { VirtualList } from "../../ui/lists/VirtualList";
import textCss from "../../ui/text/text.module.css";
import { Swatch } from "./swatch";
import { useBoneStatistics } from "./use-bones";

const ORDER_WORDS = { error: "by error", name: "by name", index: "by number" } as const;

/**
 * Bones that match the filter, in the chosen order. The order by error falls back to the number of vertices while
 * errors are unknown.
 */
function orderedBones(
  rig: Rig,
  filter: string,
  order: "error" | "name" | "index",
  vertices: Uint32Array | undefined,
  eRms: Float32Array | null | undefined,
): number[] {
  const wanted = filter.trim().toLowerCase();
  const found = [...rig.bones.keys()].filter((j) => rig.bones[j].name.toLowerCase().includes(wanted));
  if (order === "name") {
    return found.sort((a, b) =>
      rig.bones[a].name.localeCompare(rig.bones[b].name, undefined, { numeric: true }),
    );
  }
  if (order === "index") return found;
  const key = (j: number) => (eRms ? (Number.isFinite(eRms[j]) ? eRms[j] : -1) : (vertices?.[j] ?? 0));
  return found.sort((a, b) => key(b) - key(a));
}

/** The number of bones asked for; null if the solve itself finds that number. */
const askedFor = ({ settings: { bones, errorTarget, knee } }: DocumentState) =>
  errorTarget === null && !knee ? bones : null;

/** The field that renames a bone. Enter keeps the name, Escape discards it. */
function NameField({ bone, name }: { bone: number; name: string }) {
  const stores = useStores();
  const { history } = useStudio();
  const finish = (next: string | null) => {
    if (stores.panels.getState().renaming !== bone) return;
    stores.panels.setState({ renaming: null });
    const wanted = next?.trim();
    if (!wanted || wanted === name) return;
    const taken = stores.document.getState().rig?.bones.some((each) => each.name === wanted);
    if (taken)
      toast(stores, `${wanted} is taken`, `${name} keeps its name: names are unique in a rig.`, {
        kind: "warning",
      });
    else history.run(renameBone(stores, bone, wanted));
  };
  return (
    <input
      aria-label={`Name of ${name}`}
      defaultValue={name}
      ref={(input) => {
        input?.focus();
        input?.select();
      }}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(event.currentTarget.value);
        if (event.key === "Escape") finish(null);
      }}
    />
  );
}

interface BoneListProps {
  rig: Rig;
  filter: string;
}

/** The bones of the rig on screen: colour, name, vertices, error, lock. */
export function BoneList({ rig, filter }: BoneListProps) {
  const stores = useStores();
  const locking = useService(BONE_LOCKS);
  const statistics = useBoneStatistics();
  const order = usePanels((panels) => panels.boneOrder);
  const renaming = usePanels((panels) => panels.renaming);
  const asked = useDocument(askedFor);
  const selected = useView((view) => view.selectedBone);
  const also = useView((view) => view.alsoSelected);
  const hidden = useView((view) => view.hiddenBones);
  const locks = useDocument(shownLocks);
  const isPartial = useDocument((state) => state.partial !== null);
  const rowHeight = useRowHeight();
  const bones = useMemo(
    () => orderedBones(rig, filter, order, statistics?.vertices, statistics?.eRms),
    [rig, filter, order, statistics],
  );
  const heading = isPartial
    ? asked === null
      ? `${plural(rig.bones.length, "bone")} so far`
      : `${rig.bones.length} of ${asked} bones`
    : plural(rig.bones.length, "bone");

  const setHidden = (bone: number, hide: boolean) =>
    stores.view.setState({ hiddenBones: hide ? [...hidden, bone] : hidden.filter((each) => each !== bone) });

  const row = (index: number) => {
    const j = bones[index];
    const { name } = rig.bones[j];
    const locked = locks?.bones[j] === 1;
    const isHidden = hidden.includes(j);
    const content = (
      <>
        <span style={{ width: 16 }} />
        <Swatch bone={j} />
        <span
          role="gridcell"
          className={rowCss.name}
          onDoubleClick={() => !isPartial && stores.panels.setState({ renaming: j })}
        >
          {renaming === j && !isPartial ? <NameField bone={j} name={name} /> : name}
        </span>
        <span role="gridcell" className={rowCss.value}>
          {statistics ? formatCount(statistics.vertices[j]) : ""}
        </span>
        <span role="gridcell" className={`${rowCss.value} ${rowCss.err}`}>
          {statistics?.eRms ? formatError(statistics.eRms[j]) : "–"}
        </span>
        <span role="gridcell" style={{ display: "flex", gap: 2 }}>
          <IconButton
            tabIndex={-1}
            on={locked}
            className={locked ? undefined : rowCss.quiet}
            aria-pressed={locked}
            aria-label={`Lock ${name}`}
            onClick={(event) => {
              event.stopPropagation();
              // The padlock of one selected bone acts on all selected bones.
              const together = selectedBones(stores.view.getState());
              locking.lock(together.includes(j) ? together : [j], !locked);
            }}
          >
            <Icon name={locked ? "lock" : "unlock"} />
          </IconButton>
          <IconButton
            tabIndex={-1}
            className={isHidden ? undefined : rowCss.quiet}
            aria-pressed={!isHidden}
            aria-label={`Show ${name}`}
            onClick={(event) => {
              event.stopPropagation();
              setHidden(j, !isHidden);
            }}
          >
            <Icon name={isHidden ? "eyeoff" : "eye"} />
          </IconButton>
        </span>
      </>
    );
    return { key: j, content };
  };

  return (
    <>
      <div data-ui="column-head" className={rowCss.columnHead} style={{ paddingLeft: 24 }}>
        <span
          className={`${layoutCss.grow} ${textCss.ellipsis}`}
          title={isPartial ? undefined : `Sorted ${ORDER_WORDS[order]}`}
        >
          {heading}
        </span>
        <span style={{ width: 44, textAlign: "right" }}>Vertices</span>
        <span style={{ width: 34, textAlign: "right" }}>
          E<sub>RMS</sub>
        </span>
        <span style={{ width: 34 }} />
      </div>
      {bones.length === 0 ? (
        <p className={`${noteCss.note} ${noteCss.inset}`}>No bone is called “{filter}”.</p>
      ) : (
        <VirtualList
          label="Bones"
          count={bones.length}
          rowHeight={rowHeight}
          selected={selected === null ? null : bones.indexOf(selected)}
          also={new Set(also.map((j) => bones.indexOf(j)))}
          onSelect={(index, keys) => selectRow(stores, bones, index, keys)}
          onMenu={(_, at) => stores.panels.setState({ boneMenu: at })}
          onEnter={(index) => !isPartial && stores.panels.setState({ renaming: bones[index] })}
          row={row}
        />
      )}
    </>
  );
}
