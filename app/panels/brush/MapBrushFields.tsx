import type { ReactNode } from "react";
import { Keycaps } from "../../actions/keys/Keycaps";
import type { MapBrush } from "../../document/brush-settings";
import { setMapBrush } from "../../document/paint-settings";
import { useStores, useView } from "../../document/use-stores";
import type { MapWorkspace } from "../../document/view-state";
import { ChoiceField } from "../../ui/choices/ChoiceField";
import { LabelledDropdown } from "../../ui/choices/LabelledDropdown";
import layoutCss from "../../ui/layout/layout.module.css";
import textCss from "../../ui/text/text.module.css";
import {
  BrushCheck,
  type BrushProps,
  RadiusField,
  ReachField,
  SpacingField,
  StrengthField,
  ValueField,
} from "./BrushFields";
import { FalloffField } from "./FalloffField";
import css from "./MapBrushFields.module.css";
import { MaskCheck } from "./MaskCheck";
import { OPERATIONS } from "./operations";
import pairsCss from "./pairs.module.css";

interface MapBrushProps {
  workspace: MapWorkspace;
  onStop(): void;
}

function useMapBrush(workspace: MapWorkspace): BrushProps & { brush: MapBrush } {
  const stores = useStores();
  const brush = useView((view) => view.mapBrushes[workspace]);
  return { brush, onChange: (change) => setMapBrush(stores, workspace, change) };
}

function Foot({ workspace, onStop }: Pick<MapBrushProps, "workspace" | "onStop">) {
  const prefix = workspace === "solve" ? "intent" : workspace;
  return (
    <p className={`${textCss.tertiary} ${css.keys}`}>
      <Keycaps action={`${prefix}.brush-smaller`} /> <Keycaps action={`${prefix}.brush-larger`} /> radius{" "}
      <button type="button" className={textCss.link} onClick={onStop}>
        Stop <kbd>Esc</kbd>
      </button>
    </p>
  );
}

interface AmountProps extends MapBrushProps {
  /** Smallest and largest value that can be painted. */
  bounds?: readonly [number, number];
  /** More controls for the map. */
  children?: ReactNode;
}

/** Settings of the brush that paints numbers. */
export function AmountBrushFields({ workspace, bounds = [0, 1], onStop, children }: AmountProps) {
  const stores = useStores();
  const edit = useMapBrush(workspace);
  const { operation } = edit.brush;
  const averages = operation === "smooth" || operation === "sharpen";
  const most = operation === "scale" ? Math.max(2, bounds[1]) : bounds[1];
  return (
    <div className={`${layoutCss.stack} ${css.brushes}`}>
      <LabelledDropdown
        label="Brush"
        value={operation}
        options={OPERATIONS.map(({ value, label, help }) => ({ value, label, tip: help }))}
        onChange={(next) => setMapBrush(stores, workspace, { operation: next })}
      />
      {!averages && <ValueField {...edit} bounds={[bounds[0], most]} />}
      <RadiusField {...edit} />
      <StrengthField {...edit} />
      <SpacingField {...edit} />
      <ReachField {...edit} />
      <FalloffField falloff={edit.brush.falloff} onChange={(falloff) => edit.onChange({ falloff })} />
      <div className={pairsCss.pairs}>
        <BrushCheck name="mirrorX" {...edit} />
        <MaskCheck />
        <BrushCheck name="pressure" {...edit} />
        <BrushCheck name="frontOnly" {...edit} />
        <BrushCheck name="erase" {...edit} />
      </div>
      {children}
      <Foot workspace={workspace} onStop={onStop} />
    </div>
  );
}

/** Settings of the brush that paints regions. Regions have no strength, so neither falloff nor pressure applies. */
export function RegionBrushFields({ workspace, onStop }: MapBrushProps) {
  const stores = useStores();
  const edit = useMapBrush(workspace);
  const tool = useView((view) => view.regionTool);
  return (
    <div className={`${layoutCss.stack} ${css.brushes}`}>
      <ChoiceField
        label="Brush"
        value={tool}
        options={[
          { value: "stroke", label: "Strokes" },
          { value: "shell", label: "Whole shells" },
        ]}
        onChange={(regionTool) => stores.view.setState({ regionTool })}
      />
      {tool === "stroke" && (
        <>
          <RadiusField {...edit} />
          <SpacingField {...edit} />
          <ReachField {...edit} />
        </>
      )}
      <div className={pairsCss.pairs}>
        <BrushCheck name="mirrorX" {...edit} />
        <MaskCheck />
        {tool === "stroke" && <BrushCheck name="frontOnly" {...edit} />}
        <BrushCheck name="erase" {...edit} />
      </div>
      <Foot workspace={workspace} onStop={onStop} />
    </div>
  );
}
