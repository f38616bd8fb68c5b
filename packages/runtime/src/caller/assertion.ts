import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Actor, actorSchema, type Caller, roles } from '@florin/contracts';
import { z } from 'zod';
import type { KeyRing } from './keys.ts';

/** HTTP header and gRPC metadata key of an assertion. */
export const ASSERTION_HEADER = 'x-internal-caller';

/** Validity of an assertion: one hop, with a margin for slow ones. */
export const LIFETIME_MS = 5_000;
/** How far another machine's clock may be ahead. */
const CLOCK_SKEW_MS = 5_000;

export interface Assertion {
  /** The calling service or gateway. */
  readonly from: string;
  readonly method: string;
  /** Path with its query string; over gRPC, the full method name. */
  readonly path: string;
  readonly caller: Caller;
  readonly requestId: string;
  /** The client's IP address as seen by the gateway. */
  readonly address?: string | undefined;
  /** The original caller, when a service calls another one on its behalf. */
  readonly actor?: Actor | undefined;
}

const minorUnits = z.string().regex(/^\d{1,19}$/);

/** A caller as sent by another process. */
export const callerSchema = z.object({
  userId: z.uuid().nullable(),
  sessionId: z.uuid().nullable(),
  apiKeyId: z.uuid().nullable().optional(),
  accountId: z.uuid().nullable(),
  role: z.enum(roles).nullable(),
  scopes: z.array(z.string()).nullable(),
  readOnly: z.boolean(),
  refundMax: minorUnits.optional(),
  isStale: z.boolean().optional(),
  staleRefundMax: minorUnits.optional(),
  mustEnrol: z.boolean().optional(),
});

const payloadSchema = z.object({
  from: z.string(),
  method: z.string(),
  path: z.string(),
  caller: callerSchema,
  requestId: z.string(),
  address: z.string().optional(),
  actor: actorSchema.optional(),
  issuedAtMs: z.number(),
});

/** Signs an assertion for the callee `to` with the pair's first key (HMAC-SHA256, RFC 2104). */
export function signAssertion(
  keys: KeyRing,
  to: string,
  assertion: Assertion,
  nowMs: number,
): string {
  const [first] = keys.get(to) ?? [];
  if (!first) throw new Error(`no key for calling ${to}; add it to the CALL_KEYS of this service`);
  const [kid, key] = first;
  const payload = Buffer.from(JSON.stringify({ ...assertion, issuedAtMs: nowMs })).toString(
    'base64url',
  );
  return `${kid}.${payload}.${macOf(key, payload).toString('base64url')}`;
}

/** Verifies an assertion; undefined if it is forged, expired, or for another call. */
export function verifyAssertion(
  keys: KeyRing,
  token: string | undefined,
  expected: Pick<Assertion, 'method' | 'path'>,
  nowMs: number,
): Assertion | undefined {
  const [kid, payload, mac, rest] = token?.split('.') ?? [];
  if (!kid || !payload || !mac || rest !== undefined) return undefined;
  const parsed = payloadSchema.safeParse(parseJson(payload));
  if (!parsed.success) return undefined;
  // The payload names the key that verifies it, so nothing in it is trusted before.
  const { issuedAtMs, ...assertion } = parsed.data;
  const key = keys.get(assertion.from)?.get(kid);
  if (!key || !isSame(macOf(key, payload), Buffer.from(mac, 'base64url'))) return undefined;
  if (issuedAtMs > nowMs + CLOCK_SKEW_MS || issuedAtMs < nowMs - LIFETIME_MS) return undefined;
  if (assertion.method !== expected.method || assertion.path !== expected.path) return undefined;
  return assertion as Assertion;
}

function macOf(key: KeyObject, payload: string): Buffer {
  return createHmac('sha256', key).update(payload).digest();
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseJson(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString());
  } catch {
    return undefined;
  }
}
