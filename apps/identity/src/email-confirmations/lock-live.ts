import { AppError } from '@florin/contracts';
import type { Cause } from '../event-model.ts';
import type { Tx } from '../schema.ts';
import { type EmailConfirmation, isLive } from './model.ts';
import { lockConfirmations } from './queries.ts';

export type Context = Cause & { readonly now: Date };

/** What a link has done. */
export interface Confirmed {
  readonly confirmation: EmailConfirmation;
  /** False while another mailbox has yet to say the same. */
  readonly isDone: boolean;
}

/**
 * Locks what belongs to a locked user, and finds again what a link has named.
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
    'this link is not valid, was used or has expired: ask for another mail',
  );
}
