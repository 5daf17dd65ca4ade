import { Component, type ReactNode, useState } from "react";
import { useStudio } from "../actions/studio";
import { errorDetails, explain } from "../document/session/report-error";
import { toast } from "../document/session/toasts";
import type { Stores } from "../document/stores";
import { StoresContext } from "../document/use-stores";
import { Button } from "../ui/buttons/Button";
import { Icon } from "../ui/icons/Icon";
import textCss from "../ui/text/text.module.css";
import css from "./Boundary.module.css";

interface BoundaryProps {
  /** "This workspace": the subject of the message that says that it stopped. */
  what: string;
  /** Closes a part that can be opened again. Without it, a panel replaces the part. */
  close?(): void;
  /** A change of this value shows the part again. */
  until?: string;
  children: ReactNode;
}

/** Limits an error to one part of the page. Without it, React would remove the whole page. */
export class Boundary extends Component<BoundaryProps, { error: unknown }> {
  static override contextType = StoresContext;
  declare context: Stores;
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    const { what, close } = this.props;
    if (!close) return;
    const { title, body } = explain(error, what);
    close();
    toast(this.context, title, body, { kind: "warning" });
    this.again();
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.until !== this.props.until && this.state.error !== null) this.again();
  }

  private readonly again = () => this.setState({ error: null });

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return this.props.close ? null : <Stopped what={this.props.what} error={error} again={this.again} />;
  }
}

/** Says what stopped, and what is still safe. */
function Stopped({ what, error, again }: { what: string; error: unknown; again(): void }) {
  const studio = useStudio();
  const [copied, setCopied] = useState(false);
  const { title, body } = explain(error, what);
  const copy = () =>
    navigator.clipboard.writeText(errorDetails(error, what)).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <main className={css.stopped} role="alert">
      <Icon name="error" />
      <div>
        <h2>{title}</h2>
        <p>{body}</p>
        <p className={textCss.secondary}>Your document is still open. You can save it as a file.</p>
        <div className={css.foot}>
          <Button look="ghost" onClick={copy}>
            <Icon name={copied ? "check" : "copy"} />
            {copied ? "Copied" : "Copy details"}
          </Button>
          <Button onClick={() => studio.perform("file.save-project")}>Save project</Button>
          <Button look="primary" onClick={again}>
            Show again
          </Button>
        </div>
      </div>
    </main>
  );
}
