/** The frame number of the rest pose, which may differ from every frame. */
export const REST_FRAME = -1;
