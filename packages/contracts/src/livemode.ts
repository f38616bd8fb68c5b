import { newId, type Uuid } from './ids.ts';

/**
 * Ids of live accounts have UUID version 8 (RFC 9562, section 5.8) with the layout of version 7;
 * test accounts have version 7.
 */
const VERSION_AT = 14;
const LIVE_VERSION = '8';

/**
 * The id of a new account. The id alone stores the mode, so that it can never change or differ
 * between services.
 */
export function newAccountId(livemode: boolean): Uuid {
  const id = newId();
  return livemode ? id.slice(0, VERSION_AT) + LIVE_VERSION + id.slice(VERSION_AT + 1) : id;
}

/** Whether an account is live, with real money. */
export function isLive(accountId: Uuid): boolean {
  return accountId[VERSION_AT] === LIVE_VERSION;
}

/** `livemode` of an object; null outside any account. */
export function livemodeOf(accountId: Uuid | null): boolean | null {
  return accountId === null ? null : isLive(accountId);
}
