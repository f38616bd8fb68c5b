import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Actor, actorSchema, type Caller, roles } from '@florin/contracts';
import { z } from 'zod';
import type { KeyRing } from './keys.ts';

/** Carries an assertion over HTTP; the metadata key over gRPC. */
export const ASSERTION_HEADER = 'x-internal-caller';

/** How long an assertion is good for: one hop, with some room for a slow one. */
export const LIFETIME_MS = 5_000;
/** How far ahead another machine's clock may be. */
const CLOCK_SKEW_MS = 5_000;

export interface Assertion {
  /** The service or gateway that makes the call. */
  readonly from: string;
  readonly method: string;
  /** Path with its query string; the full method name over gRPC. */
  readonly path: string;
  readonly caller: Caller;
  readonly requestId: string;
  /** Of the client's end of the connection, as the gateway sees it. */
  readonly address?: string | undefined;
  /** Who asked for what a service now asks another one for. */
  readonly actor?: Actor | undefined;
}

const minorUnits = z.string().regex(/^\d{1,19}$/);

/** A caller as another process names them. */
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

/** Signs for the callee `to` with the first key of the pair (HMAC-SHA256, RFC 2104). */
export function signAssertion(
  keys: KeyRing,
  to: string,
  assertion: Assertion,
  nowMs: number,
): string {
  const [first] = keys.get(to) ?? [];
  if (!first) throw new Error(`no key to call ${to} with: set it in the CALL_KEYS of this service`);
  const [kid, key] = first;
  const payload = Buffer.from(JSON.stringify({ ...assertion, issuedAtMs: nowMs })).toString(
    'base64url',
  );
  return `${kid}.${payload}.${macOf(key, payload).toString('base64url')}`;
}

/** The assertion inside, or undefined when it is forged, for another call, or too old. */
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
  // Which key to check with stands in the payload, so nothing in it counts before the check.
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
