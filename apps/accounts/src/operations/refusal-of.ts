import { AppError, type ErrorCode, type Reply, refuse } from '@florin/contracts';

/** The refusal that a call ended with, if it is one of these; other errors are thrown on. */
export async function refusalOf(
  call: Promise<unknown>,
  codes: readonly ErrorCode[],
): Promise<Reply | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || !codes.includes(error.code)) throw error;
    return refuse(error.code, error.message);
  }
}
