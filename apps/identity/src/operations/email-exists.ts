import { AppError, refuse } from '@florin/contracts';

const MESSAGE = 'this email belongs to another user or account: use another';

/** For services: nothing of the attempt stays. */
export function emailExists(): AppError {
  return new AppError('email_exists', MESSAGE);
}

/** For clients: remembered with their Idempotency-Key. */
export const emailExistsReply = () => refuse('email_exists', MESSAGE);
