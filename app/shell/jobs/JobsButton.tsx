import { Popover } from "@base-ui/react/popover";
import { plural } from "../../common/format";
import { ENGINE_JOBS } from "../../document/session/jobs/jobs";
import { usePanels, useStore, useStores } from "../../document/use-stores";
import { StatusDot } from "../../ui/feedback/StatusDot";
import { Modal } from "../../ui/overlays/Modal";
import { PopoverBox } from "../../ui/overlays/PopoverBox";
import css from "./JobsButton.module.css";
import { JobsPanel } from "./JobsPanel";

/** The running jobs in the status bar. A click opens the panel of jobs above it. */
export function JobsButton() {
  const stores = useStores();
  const open = usePanels((panels) => panels.jobsOpen);
  const running = useStore(ENGINE_JOBS, (jobs) => jobs.running.length);
  return (
    <Popover.Root open={open} onOpenChange={(jobsOpen) => stores.panels.setState({ jobsOpen })}>
      <Popover.Trigger className={css.button}>
        {running > 0 && <StatusDot tone="busy" />}
        {running > 0 ? plural(running, "job") : "Jobs"}
      </Popover.Trigger>
      <PopoverBox label="Jobs" side="top" sideOffset={8} align="end">
        <JobsPanel />
      </PopoverBox>
    </Popover.Root>
  );
}

/** The panel as a dialog, for small windows, which have no status bar. */
export function JobsDialog() {
  const stores = useStores();
  const open = usePanels((panels) => panels.jobsOpen);
  if (!open) return null;
  return (
    <Modal title="Jobs" width={420} onClose={() => stores.panels.setState({ jobsOpen: false })}>
      <JobsPanel />
    </Modal>
  );
}
