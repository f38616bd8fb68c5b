import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { anonymous } from '@florin/contracts';
import {
  ASSERTION_HEADER,
  type KeyRing,
  signAssertion,
  verifyAssertion,
} from '@florin/runtime/caller';

/** Path of links on a service's HTTP port, and their name in `Upgrade` (RFC 9110, section 7.8). */
export const LINK_PATH = '/link';
export const LINK_PROTOCOL = 'florin-link';
/** Header with the service's nonce, which prevents replay. */
export const NONCE_HEADER = 'x-internal-nonce';
/** Header with the service's own address. If it differs from the dialed one, that is virtual. */
export const ADDRESS_HEADER = 'x-internal-address';

const NONCE_BYTES = 32;
const KEY_BYTES = 32;
const CALL = { method: 'GET', path: LINK_PATH };

/** Keys with which the two ends seal frames; one for each direction. */
export interface LinkKeys {
  readonly fromCaller: KeyObject;
  readonly fromCallee: KeyObject;
}

/** The caller's first message. */
export interface Hello {
  readonly headers: Readonly<Record<string, string>>;
  /** Derives the link's keys from the callee's nonce. */
  toKeys(calleeNonce: string): LinkKeys;
}

/** Requests a link from `self` to `callee`, signed with the first shared key. */
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

/** Answers a known caller; undefined for all others. */
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

/** HKDF (RFC 5869) of the shared key and both nonces. */
function deriveKeys(pairKey: KeyObject | undefined, caller: string, callee: string): LinkKeys {
  if (!pairKey) throw new Error('the key that signed the hello is missing');
  const derive = (direction: string) =>
    createSecretKey(
      Buffer.from(hkdfSync('sha256', pairKey, `${caller}.${callee}`, direction, KEY_BYTES)),
    );
  return {
    fromCaller: derive('florin link, from the caller'),
    fromCallee: derive('florin link, from the callee'),
  };
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}
