import type { SubscriptionEvent } from './event.ts';

export type Decision =
  /** No events: it is so already. */
  | { readonly accepted: true; readonly events: readonly SubscriptionEvent[] }
  | { readonly accepted: false; readonly code: RefusalCode; readonly message: string };

/** `busy`: a charge is on its way, the command can be repeated when its outcome is known. */
export type RefusalCode = 'conflict' | 'invalid_request' | 'busy';

export function accept(...events: SubscriptionEvent[]): Decision {
  return { accepted: true, events };
}

export function refuse(code: RefusalCode, message: string): Decision {
  return { accepted: false, code, message };
}
