import fc from "fast-check";

/** The seed for CI. It is fixed, so that only a change can make a run fail, not chance. */
const CI_SEED = 20_261;

const given = process.env["SINEW_SEED"] ?? (process.env["CI"] ? CI_SEED : undefined);

// Elsewhere each run draws new cases; fast-check prints the seed of a failure.
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });
