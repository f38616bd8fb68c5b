/** What this service's routes ask that an operator may set. */
export interface Rules {
  /** Characters that a new password has at least. */
  readonly passwordLengthMin: number;
}

/** Time allowed where the answer waits until no gateway accepts any more what was revoked. */
export const REVOKING_TIMEOUT_MS = 5_000;
