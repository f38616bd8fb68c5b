import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { anonymous } from '@florin/contracts';
import {
  ASSERTION_HEADER,
  type KeyRing,
  signAssertion,
  verifyAssertion,
} from '@florin/runtime/caller';

/** Where a service takes links, and by what name a link is asked for (RFC 9110 section 7.8). */
export const LINK_PATH = '/link';
export const LINK_PROTOCOL = 'florin-link';
/** What the service adds, so that nothing which was recorded can be played to it again. */
export const NONCE_HEADER = 'x-internal-nonce';
/** The address at which the service was reached: another one than dialed is behind a virtual address. */
export const ADDRESS_HEADER = 'x-internal-address';

const NONCE_BYTES = 32;
const KEY_BYTES = 32;
const CALL = { method: 'GET', path: LINK_PATH };

/** By what the two ends seal what they send; each direction has a key of its own. */
export interface LinkKeys {
  readonly fromCaller: KeyObject;
  readonly fromCallee: KeyObject;
}

/** What a caller begins with. */
export interface Hello {
  readonly headers: Readonly<Record<string, string>>;
  /** The keys of the link, by what the callee has answered. */
  toKeys(calleeNonce: string): LinkKeys;
}

/** Asks `callee` for a link as `self`, by the first key that they share. */
export function sayHello(keys: KeyRing, self: string, callee: string): Hello {
  const nonce = newNonce();
  const assertion = { ...CALL, from: self, caller: anonymous, requestId: nonce };
  const token = signAssertion(keys, callee, assertion, Date.now());
  const [kid = ''] = token.split('.');
  return {
    headers: {
      Connection: 'Upgrade',
      Upgrade: LINK_PROTOCOL,
      [ASSERTION_HEADER]: token,
    },
    toKeys: (calleeNonce) => deriveKeys(keys.get(callee)?.get(kid), nonce, calleeNonce),
  };
}

/** What a callee answers to whoever it knows; undefined to all others. */
export function answerHello(
  keys: KeyRing,
  token: string | undefined,
): { readonly nonce: string; readonly keys: LinkKeys } | undefined {
  const assertion = verifyAssertion(keys, token, CALL, Date.now());
  if (!assertion) return undefined;
  const [kid = ''] = token?.split('.') ?? [];
  const { from, requestId } = assertion;
  const nonce = newNonce();
  return { nonce, keys: deriveKeys(keys.get(from)?.get(kid), requestId, nonce) };
}

function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

/** HKDF (RFC 5869) of the key that both share, with what each has made up. */
function deriveKeys(pairKey: KeyObject | undefined, caller: string, callee: string): LinkKeys {
  if (!pairKey) throw new Error('a link needs the key that its hello was signed with');
  const derive = (direction: string) =>
    createSecretKey(
      Buffer.from(hkdfSync('sha256', pairKey, `${caller}.${callee}`, direction, KEY_BYTES)),
    );
  return {
    fromCaller: derive('florin link, from the caller'),
    fromCallee: derive('florin link, from the callee'),
  };
}

/** An IPv4 address that a socket shows as IPv6, as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}
