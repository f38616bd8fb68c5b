import type { Message, MessageKind } from './mail.ts';
import { interactiveKinds } from './suppression.ts';

/**
 * Delivery queue. Interactive mail (codes, links) must not wait behind notifications or PDF
 * attachments.
 */
export type Queue = 'interactive' | 'notification' | 'attachment';

/** Capacity of one process for a queue. */
export interface Share {
  /** Emails in progress, including calls to other services. */
  readonly places: number;
  /** Connections to the mail server, which may limit them. */
  readonly connections: number;
}

export const shares: Readonly<Record<Queue, Share>> = {
  interactive: { places: 4, connections: 2 },
  notification: { places: 10, connections: 5 },
  attachment: { places: 2, connections: 1 },
};
export const queues = Object.keys(shares) as readonly Queue[];

const attachmentKinds: ReadonlySet<MessageKind> = new Set([
  'payment_request',
  'invoice',
  'payment_failed',
  'reminder',
]);

type QueuedMail = Pick<Message, 'kind'> & { readonly values: Pick<Message['values'], 'invoiceId'> };

/**
 * Whether it certainly has an attachment; a receipt has one only if the seller mails every invoice.
 */
export function hasAttachment({ kind, values }: QueuedMail): boolean {
  return kind === 'credit_note' || (values.invoiceId !== null && attachmentKinds.has(kind));
}

export function queueOf(message: QueuedMail): Queue {
  if (interactiveKinds.includes(message.kind)) return 'interactive';
  return hasAttachment(message) ? 'attachment' : 'notification';
}
