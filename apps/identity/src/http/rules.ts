import type { PasswordRules, SignUpRules } from '@florin/http-api';

/** What this service's routes ask that an operator may set. */
export type Rules = PasswordRules & SignUpRules;

/** Time allowed where the answer waits until no gateway accepts any more what was revoked. */
export const REVOKING_TIMEOUT_MS = 5_000;
