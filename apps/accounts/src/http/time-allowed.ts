/** Time allowed where the answer waits until no gateway answers any more by what was before. */
export const REVOKING_TIMEOUT_MS = 5_000;
