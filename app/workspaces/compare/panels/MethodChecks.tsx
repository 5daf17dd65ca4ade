import { METHODS, type SolveMethod } from "../../../../workers/model/solve/methods";
import { useCompare, useStores } from "../../../document/use-stores";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { Tip } from "../../../ui/overlays/Tip";
import textCss from "../../../ui/text/text.module.css";
import { MethodMarker } from "./MethodMarker";

const NAMES = Object.keys(METHODS) as SolveMethod[];

/** The number of chosen methods: "7 of 7". */
export function MethodCount() {
  const count = useCompare(({ plan }) => plan.methods.length);
  return (
    <>
      {count} of {NAMES.length}
    </>
  );
}

/** Check boxes for the methods to compare. */
export function MethodChecks() {
  const stores = useStores();
  const methods = useCompare(({ plan }) => plan.methods);
  const set = (method: SolveMethod, on: boolean) =>
    stores.compare.setState(({ plan }) => ({
      plan: {
        ...plan,
        methods: NAMES.filter((name) => (name === method ? on : plan.methods.includes(name))),
      },
    }));
  return (
    <div>
      {NAMES.map((method) => {
        const { label, note, paper } = METHODS[method];
        return (
          <Tip key={method} title={`${label}: ${note}`} body={paper} side="left">
            <div>
              <CheckRow
                label={
                  <>
                    {label} <span className={textCss.tertiary}>{note}</span>
                  </>
                }
                name={label}
                end={<MethodMarker method={method} />}
                checked={methods.includes(method)}
                onChange={(on) => set(method, on)}
              />
            </div>
          </Tip>
        );
      })}
    </div>
  );
}
