import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from '@florin/system-kit';
import { type Journal, openJournal, type Result } from './journal.ts';
import type { Caller } from './people.ts';

export interface ClientRequest {
  readonly method: string;
  readonly path: string;
  /** Without one it is sent once only. */
  readonly key?: string;
  readonly body?: unknown;
}

export interface Client {
  /**
   * Sends a request and, as long as it has a key, sends it again while it is put off or the
   * connection breaks. Resolves with the last answer; undefined when that was none.
   */
  send(caller: Caller, request: ClientRequest): Promise<Answer | undefined>;
  close(): Promise<void>;
}

const REPEAT_MS_MAX = 60_000;
const PAUSE_MS = { first: 50, max: 1_000 };

/** Clients with a journal each, in a folder; `name` sets them apart from others of the same run. */
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
    let result: Result;
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

/** Told to come back later: something is away, or the first request with the key still runs. */
function isRetryLater({ status, headers }: Answer): boolean {
  return status === 503 || headers.has('Retry-After');
}

/** What broke it, such as `ECONNREFUSED`: nothing was sent then. */
function describeBreak(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}
