import { ActionButton } from "../../actions/ActionButton";
import { usePanels } from "../../document/use-stores";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./DropZone.module.css";
import firstScreenCss from "./first-screen.module.css";

const READS = [
  { title: "Mesh cache", lines: ["Alembic .abc", "OBJ + .pc2 / .mdd"], note: "any number of parts" },
  {
    title: "Animated character",
    lines: [".glb / .gltf / .fbx", "skins, morphs, several clips"],
    note: "meshopt and Draco",
  },
  {
    title: "Still mesh",
    lines: [".obj .ply .fbx .mesh", "+ .tgf .bvh .glb skeleton"],
    note: "bound in Paint",
  },
  { title: "Numbered frames", lines: [".obj .ply", "files, a folder or a .zip"], note: "text and binary" },
  { title: "Sinew project", lines: [".sinew", "opens where you left it"], note: "sequence, rig and report" },
];

/** The area to drop files on. @param formats whether it lists the formats, for new artists. */
export function DropZone({ formats }: { formats: boolean }) {
  const over = usePanels((panels) => panels.dragOver);
  return (
    <section className={over ? `${css.drop} ${css.over}` : css.drop} aria-label="Open files">
      <div className={formats ? css.body : `${css.body} ${css.low}`}>
        <div className={css.ring}>
          <Icon name="imp" />
        </div>
        <div className={`${layoutCss.grow} ${css.words}`}>
          <div className={css.title}>{over ? "Drop to open" : "Drop files or a folder here"}</div>
          <div className={textCss.secondary}>
            {formats
              ? "An animation, a mesh with its skeleton, or a project"
              : "A mesh cache, an animated character, a still mesh with its skeleton, numbered frames or a .sinew project"}
          </div>
        </div>
        <ActionButton action="file.open" label="Open files…" look="primary" size="large" />
        <ActionButton action="file.open-folder" label="Folder…" size="large" />
      </div>
      {formats && (
        <div className={css.reads}>
          {READS.map(({ title, lines, note }) => (
            <div key={title}>
              <div className={textCss.strong}>{title}</div>
              {lines.map((line) => (
                <div key={line} className={textCss.secondary}>
                  {line}
                </div>
              ))}
              <div className={`${textCss.tertiary} ${firstScreenCss.aside}`}>{note}</div>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
