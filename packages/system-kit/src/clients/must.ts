import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './send.ts';

export interface Retries {
  /** Attempts, including the first; eight by default. */
  readonly triesMax?: number | undefined;
  /** Milliseconds between attempts; by default those of Retry-After. */
  readonly pauseMs?: number;
  /** Which responses are retried. */
  readonly isPutOff?: (answer: Answer) => boolean;
}

/** Whether a busy service refused the request for now. */
export function isUnavailable({ status, body }: Answer): boolean {
  return status === 503 && body?.error === 'unavailable';
}

/** Whether the server asks for a retry: it is overloaded, or an earlier request with the key runs. */
export function isRetryLater({ status, headers }: Answer): boolean {
  return status === 503 || (status >= 300 && headers.has('retry-after'));
}

/**
 * Sends a request again while the server asks for a retry, or while `sendOnce` resolves with
 * undefined for a broken connection. Resolves with the last answer.
 */
export async function retry<Reply extends Answer | undefined>(
  sendOnce: () => Promise<Reply>,
  { triesMax = 8, pauseMs, isPutOff = isRetryLater }: Retries = {},
): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const answer = await sendOnce();
    const isFinal = answer !== undefined && !isPutOff(answer);
    if (isFinal || tries === triesMax) return answer;
    await pause(pauseMs ?? Number(answer?.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/**
 * The body of a request that must succeed, sent with retries.
 * @throws Error if the last response is not a success
 */
export async function must(
  sendOnce: () => Promise<Answer | undefined>,
  retries?: Retries,
): Promise<Answer['body']> {
  const answer = await retry(sendOnce, retries);
  if (answer !== undefined && answer.status < 300) return answer.body;
  throw new Error(
    `a request that has to succeed was answered ${answer?.status ?? 'nothing'} ${JSON.stringify(answer?.body)}`,
  );
}
