import { useEffect, useState } from "react";
import { useStudio } from "../../actions/studio";
import { formatClock, formatError, formatSeconds, formatTimeLeft } from "../../common/format";
import { ENGINE_JOBS, type EndedJob, type RunningJob, secondsLeft } from "../../document/session/jobs/jobs";
import { useStore } from "../../document/use-stores";
import { ERms } from "../../panels/report/Report";
import { IconButton } from "../../ui/buttons/IconButton";
import { CheckRow } from "../../ui/choices/CheckRow";
import { ProgressBar } from "../../ui/feedback/ProgressBar";
import { StatusDot } from "../../ui/feedback/StatusDot";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./JobsPanel.module.css";
import { switchNotices } from "./job-notices";

/** The running jobs with progress and time left, and the jobs that ended in this session. */
export function JobsPanel() {
  const studio = useStudio();
  const running = useStore(ENGINE_JOBS, (jobs) => jobs.running);
  const ended = useStore(ENGINE_JOBS, (jobs) => jobs.ended);
  const notifies = useStore(ENGINE_JOBS, (jobs) => jobs.notifies);
  const now = useNow(running.length > 0);
  return (
    <div className={css.panel}>
      <div className={css.list} tabIndex={0} role="group" aria-label="Jobs of this session">
        {running.map((job) => (
          <Running key={job.id} job={job} now={now} />
        ))}
        {running.length === 0 && <p className={textCss.tertiary}>Nothing is running.</p>}
        {ended.length > 0 && <h3 className={textCss.tertiary}>Ended</h3>}
        {ended.map((job) => (
          <Ended key={`${job.id} ${job.endedAt}`} job={job} />
        ))}
      </div>
      <div className={css.foot}>
        <CheckRow
          label="Notify me when work ends in a background tab"
          checked={notifies}
          onChange={(on) => void switchNotices(studio, on)}
        />
      </div>
    </div>
  );
}

/** The current time, four times a second while something runs. */
function useNow(runs: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

function Running({ job, now }: { job: RunningJob; now: number }) {
  const { name, progress, startedAt } = job;
  const left = secondsLeft(job, now);
  const elapsed = formatSeconds(Math.max(0, (now - startedAt) / 1000));
  return (
    <div className={css.job}>
      <div className={layoutCss.line}>
        <StatusDot tone="busy" />
        <span className={`${layoutCss.grow} ${textCss.ellipsis}`}>{name}</span>
        <span className={textCss.tertiary}>
          {left === null ? elapsed : `about ${formatTimeLeft(left)} left`}
        </span>
        <IconButton aria-label={`Cancel ${name}`} title="Cancel" onClick={() => job.cancel()}>
          <Icon name="x" />
        </IconButton>
      </div>
      <ProgressBar label={name} done={progress?.done ?? null} />
      <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>
        {[progress?.phase, progress?.detail].filter(Boolean).join(", ") || "Starting"}
      </span>
    </div>
  );
}

const TONES = { done: "ok", cancelled: "none", failed: "bad" } as const;

function Ended({ job }: { job: EndedJob }) {
  const { name, end, message, seconds, endedAt, eRms } = job;
  return (
    <div className={css.job}>
      <div className={layoutCss.line}>
        <StatusDot tone={TONES[end]} />
        <span className={`${layoutCss.grow} ${textCss.ellipsis}`} title={name}>
          {name}
        </span>
        <span className={textCss.secondary}>
          {end === "cancelled" ? (
            "cancelled"
          ) : eRms === null ? null : (
            <>
              <ERms /> {formatError(eRms)}
            </>
          )}
        </span>
        <span className={textCss.tertiary}>{formatSeconds(seconds)}</span>
        <span className={textCss.tertiary}>{formatClock(endedAt)}</span>
      </div>
      {message && <span className={textCss.secondary}>{message}</span>}
    </div>
  );
}
