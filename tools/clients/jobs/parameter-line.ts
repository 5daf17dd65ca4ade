/** A line about a parameter of a mesh, as the client for Alembic has it. */
export const parameterLine = (
  name: string,
  width: number,
  count: number,
  least: number,
  most: number,
): string =>
  `${name}: ${count} values of ${width} numbers from ${least.toPrecision(4)} to ${most.toPrecision(4)}`;
