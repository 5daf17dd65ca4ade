/**
 * Makes the browser ask before it leaves the page, but only while something is unsaved. A page that always asks is
 * slower to leave and to return to.
 */
export function guardUnload(target: Pick<Window, "addEventListener" | "removeEventListener"> = window) {
  const ask = (event: Event) => event.preventDefault();
  let on = false;
  return (unsaved: boolean): void => {
    if (unsaved === on) return;
    on = unsaved;
    if (on) target.addEventListener("beforeunload", ask);
    else target.removeEventListener("beforeunload", ask);
  };
}
