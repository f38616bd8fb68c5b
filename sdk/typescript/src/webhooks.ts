import { WebhookError } from './errors.ts';
import type { Result } from './operations.ts';

/** An event, as returned by `GET /v1/events/{event_id}`. */
export type FlorinEvent = Result<'get', '/v1/events/{event_id}'>;

export interface WebhookRequest {
  /** The endpoint's `whsec_…`; two during rotation. */
  readonly secret: string | readonly string[];
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The unparsed body. */
  readonly body: string;
}

/** Covers clock differences and the delivery time. */
const TOLERANCE_SECONDS = 300;

/**
 * Returns the event of a webhook after checking its signature and age (Standard Webhooks 1.0).
 * @throws WebhookError if a check fails
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
}: WebhookRequest): Promise<FlorinEvent> {
  const id = read(headers, 'webhook-id');
  const timestamp = read(headers, 'webhook-timestamp');
  const signatures = read(headers, 'webhook-signature').split(' ');
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > TOLERANCE_SECONDS)
    throw new WebhookError(
      "the webhook's timestamp is over 5 minutes off; check this machine's clock",
    );
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSigned(content, signatures, one)) return JSON.parse(body) as FlorinEvent;
  throw new WebhookError('the webhook is not signed with this secret');
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secret: string,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = decode(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new TypeError('a webhook secret must be whsec_ followed by base64');
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  for (const signature of signatures) {
    const [version, text = ''] = signature.split(',', 2);
    const mac = version === 'v1' ? decode(text) : undefined;
    // `verify` compares in constant time.
    if (mac && (await crypto.subtle.verify('HMAC', key, mac, content))) return true;
  }
  return false;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function read(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(`the header ${name} is missing; this is not a webhook of Florin`);
}
