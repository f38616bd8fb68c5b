import type { Uuid } from '@florin/contracts';
import type { Account, Cause } from './account.ts';

/** State of the opening of an account. Persisted, so that any process can resume it. */
export interface Opening
  extends Cause,
    Pick<Account, 'id' | 'email' | 'name' | 'type' | 'settings'> {
  readonly requestId: string;
  /** Never the plain password. */
  readonly passwordHash: string;
  /** The user whose token opens it, if that user becomes its owner. */
  readonly creatorUserId: Uuid | null;
  /** The platform's own account, owned by the first admin. */
  readonly isPlatform: boolean;
  /** Absent for active, and in sagas started by an earlier version. */
  readonly status?: 'active' | 'pending';
}

/** Calls to other services that open an account. All are idempotent. */
export interface OpeningCalls {
  reserveOwner(opening: Opening): Promise<void>;
  openBalance(opening: Opening): Promise<void>;
  confirmOwner(opening: Opening): Promise<void>;
}
