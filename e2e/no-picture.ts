/** The details of a test that needs no picture: it runs in the project `no-picture`, whose browser cannot draw. */
export const NO_PICTURE = { tag: "@no-picture" };
