import { AppError } from '@florin/contracts';
import { type EmailConfirmation, isLive } from '../domain/confirmation.ts';
import type { Cause } from '../domain/event.ts';
import type { Tx } from '../schema.ts';
import { lockConfirmations } from './queries.ts';

export type Context = Cause & { readonly now: Date };

/** Result of a confirmation. */
export interface Confirmed {
  readonly confirmation: EmailConfirmation;
  /** False while another mailbox must still confirm. */
  readonly isDone: boolean;
}

/**
 * Locks the confirmations of a locked user and re-reads the one a link names.
 * @throws AppError invalid_grant
 */
export async function lockLive(
  tx: Tx,
  { id, userId }: Pick<EmailConfirmation, 'id' | 'userId'>,
  now: Date,
): Promise<{ confirmation: EmailConfirmation; all: readonly EmailConfirmation[] }> {
  const all = await lockConfirmations(tx, userId);
  const confirmation = all.find((each) => each.id === id);
  if (!confirmation || !isLive(confirmation, now)) throw linkGone();
  return { confirmation, all };
}

export const idOf = ({ id }: EmailConfirmation) => id;

export function linkGone(): AppError {
  return new AppError(
    'invalid_grant',
    'this link is not valid, was already used or has expired; request another mail',
  );
}
