import { anonymous, type Caller } from '@florin/contracts';

/** Whom a token speaks for, by what identity knew at a time. */
export interface Voucher {
  readonly caller: Caller;
  /** Ids of session, user, account or key: a revocation of one of them makes it void. */
  readonly names: readonly string[];
  /** The last revocation that identity knew of. */
  readonly revision: number;
}

/** Without a token there is nothing to revoke. */
export const nobody: Voucher = { caller: anonymous, names: [], revision: 0 };
