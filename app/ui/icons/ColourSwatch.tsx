import css from "./ColourSwatch.module.css";

interface ColourSwatchProps {
  /** A CSS colour. */
  colour: string;
  /** Whether only the edge has the colour. */
  isHollow?: boolean;
}

/** A small square in a colour. */
export const ColourSwatch = ({ colour, isHollow = false }: ColourSwatchProps) => (
  <i data-ui="swatch" className={css.swatch} style={swatchLook(colour, isHollow)} />
);

/** The class of a swatch that is made without React. */
export const SWATCH_CLASS = css.swatch;

/** The style of a swatch in a colour. */
export const swatchLook = (
  colour: string,
  isHollow: boolean,
): { boxShadow: string } | { background: string } =>
  isHollow ? { boxShadow: `inset 0 0 0 3px ${colour}` } : { background: colour };
