import { Icon } from "../../ui/icons/Icon";
import css from "./Panes.module.css";

/**
 * A mark on the border of two views whose cameras are linked.
 * @param second the second view, beside the first or below it; CSS pixels.
 */
export function LinkedCameras({
  second,
}: {
  second: { left: number; top: number; width: number; height: number };
}) {
  const { left, top, width, height } = second;
  const place =
    left > 0 ? { left: left - 1, top: top + height / 2 } : { left: left + width / 2, top: top - 1 };
  return (
    <span
      className={css.link}
      role="img"
      aria-label="Cameras are linked"
      title="Cameras are linked"
      style={place}
    >
      <Icon name="sync" />
    </span>
  );
}
