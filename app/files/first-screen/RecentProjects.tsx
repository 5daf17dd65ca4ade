import { useState } from "react";
import { formatBytes } from "../../common/format";
import { recall, remember } from "../../common/remembered";
import { Button } from "../../ui/buttons/Button";
import { Dropdown } from "../../ui/choices/Dropdown";
import { Note } from "../../ui/feedback/Note";
import { NameFilter } from "../../ui/fields/NameFilter";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import textCss from "../../ui/text/text.module.css";
import type { KeptProjects } from "../projects/use-kept-projects";
import firstScreenCss from "./first-screen.module.css";
import { ProjectCard } from "./ProjectCard";
import { arranged, ORDERS, type ProjectOrder } from "./project-order";
import css from "./RecentProjects.module.css";

const ORDER = "project-order";
const OPTIONS = Object.entries(ORDERS).map(([value, label]) => ({ value: value as ProjectOrder, label }));

const recalledOrder = (): ProjectOrder => {
  const order = recall<string>(ORDER, "time");
  return order in ORDERS ? (order as ProjectOrder) : "time";
};

/** The projects that this browser has saved, with a filter, an order and the bin. */
export function RecentProjects({ projects, bin, room, refused }: KeptProjects) {
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState(recalledOrder);
  const [showsBin, setShowsBin] = useState(false);
  if (refused) {
    return (
      <Note tone="warn">
        <Icon name="warn" />
        This browser cannot store projects. Save your work as files (Ctrl+S).
      </Note>
    );
  }
  if (!projects || projects.length + bin.length === 0) return null;
  const inBin = showsBin && bin.length > 0;
  const shown = arranged(inBin ? bin : projects, order, filter);
  const choose = (next: ProjectOrder) => {
    setOrder(next);
    remember(ORDER, next);
  };
  return (
    <section aria-label={inBin ? "Bin" : "Recent projects"} className={css.recents}>
      <RoomNote room={room} bin={bin.length} />
      <div className={firstScreenCss.sectionHead}>
        <h2 className={textCss.strong}>{inBin ? "Bin" : "Recent projects"}</h2>
        <span className={`${textCss.tertiary} ${firstScreenCss.aside}`}>
          {inBin
            ? "Deleted projects stay for 30 days, or until the browser needs the space"
            : `${projects.length} on this machine${roomText(room)}`}
        </span>
        <span className={layoutCss.grow} />
        {bin.length > 0 && (
          <Button look="ghost" aria-pressed={inBin} onClick={() => setShowsBin(!inBin)}>
            {inBin ? "Back to projects" : `Bin (${bin.length})`}
          </Button>
        )}
        <div className={css.find}>
          <NameFilter value={filter} onChange={setFilter} />
        </div>
        <div className={css.order}>
          <Dropdown label="Order of projects" value={order} options={OPTIONS} onChange={choose} />
        </div>
      </div>
      {shown.length === 0 && (
        <p className={textCss.secondary}>
          {filter ? `No project has “${filter}” in its name.` : "No projects. Drop a file to start one."}
        </p>
      )}
      <div className={css.projects}>
        {shown.map((project) => (
          <ProjectCard key={project.id} project={project} bySize={order === "size"} />
        ))}
      </div>
    </section>
  );
}

const roomText = (room: KeptProjects["room"]) =>
  room && Number.isFinite(room.quota) ? `, ${formatBytes(room.used)} of ${formatBytes(room.quota)}` : "";

/** A note warns when this share of the browser's storage is used. */
const NEARLY_FULL = 0.9;

function RoomNote({ room, bin }: { room: KeptProjects["room"]; bin: number }) {
  if (!room || room.used < NEARLY_FULL * room.quota) return null;
  const remedy = bin > 0 ? "empty the bin" : "delete projects that you do not need";
  return (
    <Note tone="warn">
      <Icon name="warn" />
      The browser’s storage is nearly full{roomText(room)}. Save projects as files, or {remedy}.
    </Note>
  );
}
