import { AppError } from '@florin/contracts';

export interface LookupContext {
  readonly requestId: string;
  readonly timeoutMs: number;
}

const LOOKUP_MS_MAX = 1_000;

/**
 * Looks somebody up at identity, for no longer than a request can wait.
 * @throws AppError unavailable when identity does not answer: our own trouble must never read as a
 * bad token, or a client would throw its token away.
 */
export async function askIdentity<Request, Answer>(
  look: (request: Request, context: LookupContext) => Promise<Answer>,
  request: Request,
  { requestId, timeoutMs }: LookupContext,
): Promise<Answer> {
  try {
    return await look(request, { requestId, timeoutMs: Math.min(timeoutMs, LOOKUP_MS_MAX) });
  } catch (cause) {
    throw new AppError('unavailable', 'the token cannot be checked now: repeat the request', {
      cause,
    });
  }
}
