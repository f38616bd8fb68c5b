import { type Caller, newId } from '@florin/contracts';

export const admin: Partial<Caller> = { userId: newId(), accountId: newId(), role: 'admin' };
export const platform: Partial<Caller> = { userId: newId(), accountId: newId(), role: 'platform' };
/** A user without an account. */
export const noAccount: Partial<Caller> = { userId: newId(), role: null };
