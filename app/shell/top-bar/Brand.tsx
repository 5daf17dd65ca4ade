import css from "./Brand.module.css";
/** The logo: three strands. */
export function Mark() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d="M3 14.500C8 13.500 10 4.500 15 3.500" />
      <path d="M3 11C7.500 10.800 10.500 7.200 15 7" />
      <path d="M6 15.500c4-.5 6-4.500 9-5" />
    </svg>
  );
}

export function Brand() {
  return (
    <div className={css.brand}>
      <Mark />
      <span className={css.name}>Sinew</span>
    </div>
  );
}
