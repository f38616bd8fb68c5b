import type { Reply } from '@florin/contracts';
import type { Command } from './command.ts';
import { type Transaction, toResource } from './transaction.ts';

/** What the client of an accepted command reads. Stored with its key, in the same transaction. */
export function toReply(command: Command, transaction: Transaction): Reply {
  const resource = toResource(transaction);
  if (command.kind === 'create') {
    const { updated_at: _, ...created } = resource;
    return { status: 201, body: created };
  }
  if (command.kind !== 'cancel') return { status: 200, body: resource };
  return {
    status: 200,
    body: {
      id: resource.id,
      status: resource.status,
      canceled_at: resource.canceled_at,
      message: 'the payment was canceled and its amount is available again',
    },
  };
}
