import { Webhook } from 'standardwebhooks';
import type { Received } from '../../../../../apps/webhooks/test/receiver.ts';

/** An event that a receiver has acknowledged. */
export interface Taken {
  readonly event: {
    readonly id: string;
    readonly created_at: string;
    readonly sequence: number;
    readonly data: { readonly object: { readonly id: string; readonly type: string } };
  };
  readonly atMs: number;
}

/** Whether the reference library accepts its signature. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Number of events that arrived after a later one of their object. */
export function countOvertaken(taken: readonly Taken[]): number {
  const last = new Map<string, number>();
  let overtaken = 0;
  for (const { event } of taken) {
    const { id } = event.data.object;
    const before = last.get(id) ?? 0;
    if (event.sequence < before) overtaken += 1;
    last.set(id, Math.max(before, event.sequence));
  }
  return overtaken;
}
