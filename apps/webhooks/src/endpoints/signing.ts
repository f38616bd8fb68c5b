import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

export function createSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The secret in the format of Standard Webhooks 1.0. */
export function formatSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

/** The headers of Standard Webhooks 1.0, with a signature for each secret. */
export function signedHeaders(
  secrets: readonly Buffer[],
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
