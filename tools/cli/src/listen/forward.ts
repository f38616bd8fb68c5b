import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { ShownEvent } from './events.ts';

const TIMEOUT_MS = 15_000;

export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Forwards events like Florin's webhooks; prints the result of each. */
export function makeForward(url: string, secret: string) {
  const webhook = new Webhook(secret);
  return async (event: ShownEvent): Promise<string> => {
    const body = JSON.stringify(event);
    const at = new Date();
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': event.id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': webhook.sign(event.id, at, body),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      const { cause, message } = error as Error;
      return cause instanceof Error ? cause.message : message;
    }
  };
}
