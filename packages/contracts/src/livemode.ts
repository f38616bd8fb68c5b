import { newId, type Uuid } from './ids.ts';

/**
 * Live accounts have ids of version 8 (RFC 9562, section 5.8), which else are laid out as those of
 * version 7; test accounts have version 7.
 */
const VERSION_AT = 14;
const LIVE_VERSION = '8';

/**
 * The id of a new account. It says for ever whether real money moves in the account: what must never
 * change, nor be known to one service otherwise than to another, is stored nowhere else.
 */
export function newAccountId(livemode: boolean): Uuid {
  const id = newId();
  return livemode ? id.slice(0, VERSION_AT) + LIVE_VERSION + id.slice(VERSION_AT + 1) : id;
}

/** Whether real money moves in the account. */
export function isLive(accountId: Uuid): boolean {
  return accountId[VERSION_AT] === LIVE_VERSION;
}

/** `livemode` of what may belong to no account: null then. */
export function livemodeOf(accountId: Uuid | null): boolean | null {
  return accountId === null ? null : isLive(accountId);
}
