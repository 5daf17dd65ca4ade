import { useStore } from "../../document/use-stores";
import { BusyStatus } from "../../ui/feedback/BusyStatus";
import { FITTED } from "./runs/live/fitted";

/** Says in every workspace that the rig is being fitted to changed settings. */
export function LiveSettingsStatus() {
  const isBusy = useStore(FITTED, ({ shows }) => shows !== null);
  return isBusy && <BusyStatus soon>Fitting the rig to the settings</BusyStatus>;
}
