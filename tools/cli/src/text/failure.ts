import { ConnectionError, FlorinError } from '../../../../sdk/typescript/src/index.ts';
import { harmless } from './harmless.ts';

/** Exit codes of `florin`, as in its guide. */
export const EXIT = { done: 0, wrong: 1, refused: 3, unanswered: 4 } as const;

/** A wrong argument or setting on this machine; no request was sent. */
export class Mistake extends Error {}

const NEXT: Readonly<Record<string, string>> = {
  unauthorized: 'log in again (florin login), or set FLORIN_API_KEY to a valid key',
  invalid_grant: 'log in again: florin login',
  forbidden: 'florin whoami shows your login; another role, scope or account may be allowed',
  insufficient_user_authentication: 'confirm that it is you: florin second-factor step-up',
  not_found: 'list the existing ones: the same command with list instead of get',
  internal_error: 'try again; the operator can find the request in the log by its id',
};

/** Lines about a failure: what happened, in which request, and what to do about it. */
export function linesOfFailure(error: unknown, url?: string): readonly string[] {
  if (error instanceof FlorinError) {
    const { status, code, message, requestId, retryAfterMs } = error;
    const wait =
      retryAfterMs === undefined ? undefined : `try again in ${Math.ceil(retryAfterMs / 1_000)} s`;
    const rows = [
      ['request', requestId],
      ['what to do', wait ?? NEXT[code]],
      ['more', url && `${url}/docs/errors/${encodeURIComponent(code)}`],
    ].filter(([, text]) => text !== undefined);
    return [
      `florin  ${status} ${harmless(code)}: ${harmless(message)}`,
      ...rows.map(([name = '', text = '']) => `        ${name.padEnd(10)}  ${harmless(text)}`),
    ];
  }
  if (error instanceof ConnectionError)
    return [
      `florin  ${harmless(error.message)}${causeOf(error)}`,
      '        what to do  see whether it runs (npm start, florin whoami); a change may have been made',
    ];
  return [`florin  ${harmless(error instanceof Error ? error.message : String(error))}`];
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof ConnectionError) return EXIT.unanswered;
  if (!(error instanceof FlorinError)) return EXIT.wrong;
  const { status, retryAfterMs } = error;
  return status >= 500 || retryAfterMs !== undefined ? EXIT.unanswered : EXIT.refused;
}

/** `fetch` has the reason in the cause of its cause. */
function causeOf({ cause }: Error): string {
  const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
  return reason instanceof Error && reason.message ? ` (${harmless(reason.message)})` : '';
}
