import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRetryLater } from '../clients/must.ts';
import { type Answer, send } from '../clients/send.ts';
import type { Caller } from '../people/people.ts';
import { type AttemptResult, type Journal, openJournal } from './journal.ts';

export interface ClientRequest {
  readonly method: string;
  readonly path: string;
  /** A request without a key is sent only once. */
  readonly key?: string;
  readonly body?: unknown;
}

export interface Client {
  /**
   * Sends a request; with a key, retries for a minute after a broken connection or a retry hint.
   * Resolves with the last response, or undefined for a broken connection.
   */
  send(caller: Caller, request: ClientRequest): Promise<Answer | undefined>;
  close(): Promise<void>;
}

const REPEAT_MS_MAX = 60_000;
const PAUSE_MS = { first: 50, max: 1_000 };

/** Creates clients with a journal each, `<name>-1.jsonl` and so on, in a folder. */
export async function openClients(
  url: string,
  folder: string,
  count: number,
  name = 'client',
): Promise<readonly Client[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) =>
      makeClient(url, await openJournal(join(folder, `${name}-${index + 1}.jsonl`))),
    ),
  );
}

function makeClient(url: string, journal: Journal): Client {
  async function attempt(
    id: number,
    caller: Caller,
    request: ClientRequest,
  ): Promise<Answer | undefined> {
    let answer: Answer | undefined;
    let result: AttemptResult;
    try {
      answer = await send(url, { ...request, token: await caller.token() });
      const replayed = answer.headers.get('idempotent-replayed') === 'true';
      result = { status: answer.status, replayed, body: answer.body };
    } catch (error) {
      result = { broken: describeBreak(error) };
    }
    await journal.record(id, result);
    return answer;
  }

  return {
    async send(caller, request) {
      const { method, path, key = null, body = null } = request;
      const id = await journal.intend({ method, path, key, body });
      const endsAt = performance.now() + REPEAT_MS_MAX;
      for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.max)) {
        const answer = await attempt(id, caller, request);
        if ((answer && !isRetryLater(answer)) || key === null || performance.now() > endsAt)
          return answer;
        await pause(pauseMs);
      }
    },
    close: () => journal.close(),
  };
}

/** The error code, such as `ECONNREFUSED`, or the message. */
function describeBreak(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}
