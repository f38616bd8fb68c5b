import type { Uuid } from '@florin/contracts';
import type { Cause } from './account.ts';
import type { AccountChange } from './account-change.ts';

/** State of a change of an account. Persisted, so that any process can resume it. */
export interface Updating extends Cause {
  readonly requestId: string;
  readonly accountId: Uuid;
  /** The requesting user; absent in sagas started by an earlier version. */
  readonly askedBy?: Uuid | null;
  /** Fields that differed from the account when the change was requested. */
  readonly change: AccountChange;
  /** The ledger has the new currency already. */
  readonly isCurrencyChanged?: boolean;
}

/** Calls to other services that change an account. All are idempotent. */
export interface UpdatingCalls {
  reserveEmail(updating: Updating, email: string): Promise<void>;
  confirmEmail(updating: Updating, email: string): Promise<void>;
  changeCurrency(updating: Updating, currency: string): Promise<void>;
  setAccess(updating: Updating, access: 'open' | 'read_only'): Promise<void>;
}
