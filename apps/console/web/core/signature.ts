/** A received webhook, and the secret to verify it (Standard Webhooks 1.0). */
export interface Received {
  /** `whsec_` followed by base64. */
  readonly secret: string;
  /** Headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

export type Finding =
  | 'missing'
  | 'badSecret'
  | 'badTimestamp'
  | 'badHeader'
  | 'right'
  | 'old'
  /** Valid for the body without surrounding white space, or for its re-serialized JSON. */
  | 'trimmed'
  | 'reparsed'
  | 'wrong';

/** Receivers reject timestamps further than this from now. */
const TOLERANCE_S = 300;

/** Finds out why a signature is invalid. */
export async function examine(received: Received, now: Date): Promise<Finding> {
  const { id, timestamp, signature, body } = received;
  if (Object.values(received).some((value) => value === '')) return 'missing';
  const key = keyOf(received.secret.trim());
  if (!key) return 'badSecret';
  if (!/^\d{1,12}$/.test(timestamp.trim())) return 'badTimestamp';
  const given = signature.split(/\s+/).filter((part) => part.startsWith('v1,'));
  if (given.length === 0) return 'badHeader';
  const isRightFor = async (text: string) =>
    given.includes(await sign(key, `${id.trim()}.${timestamp.trim()}.${text}`));
  if (await isRightFor(body)) {
    const ageS = Math.abs(now.getTime() / 1_000 - Number(timestamp));
    return ageS > TOLERANCE_S ? 'old' : 'right';
  }
  if (await isRightFor(body.trim())) return 'trimmed';
  const compact = writtenAnew(body);
  if (compact !== undefined && (await isRightFor(compact))) return 'reparsed';
  return 'wrong';
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (base64 === undefined) return undefined;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function sign(secret: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const bytes = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`;
}

function writtenAnew(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return undefined;
  }
}
