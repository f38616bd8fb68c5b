import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Answer,
  isUnavailable,
  type Processes,
  processesOf,
  type Request,
  retry,
  send,
} from '@florin/system-kit';
import { checkAnswer } from './check-answer.ts';
import { DATA_VARIABLE, LOG_FILE, URL_VARIABLE } from './start-florin.ts';

export interface Call extends Omit<Request, 'method' | 'path'> {
  /** Attempts while the answer is 503 or incomplete, including the first; 1 disables retries. */
  readonly triesMax?: number;
}

/**
 * Calls the public API as a client does: retries refusals for load, with one Idempotency-Key.
 * @throws Error when an answer does not match the OpenAPI document.
 */
export function call(
  method: string,
  path: string,
  { triesMax, ...request }: Call = {},
): Promise<Answer> {
  const key = method === 'POST' && triesMax !== 1 ? randomUUID() : undefined;
  const callOnce = async () => {
    const answer = await send(baseUrl(), { method, path, key, ...request });
    await checkAnswer(baseUrl(), method, path, answer);
    return answer;
  };
  const isPutOff = (answer: Answer) => isUnavailable(answer) || isIncomplete(answer);
  return retry(callOnce, { triesMax, isPutOff });
}

/** A payment read while processors was overloaded has null in its refunded amount. */
function isIncomplete({ status, body }: Answer): boolean {
  const payments = [body, ...(Array.isArray(body?.data) ? body.data : [])];
  return status === 200 && payments.some((payment) => payment?.amount_refunded === null);
}

/** The running processes of the system. */
export function processes(): Processes {
  return processesOf(dataDir());
}

/** The system's output so far. */
export function readOutput(): string {
  return readFileSync(join(dataDir(), LOG_FILE), 'utf8');
}

/** The gateway's URL. */
export function baseUrl(): string {
  return variable(URL_VARIABLE);
}

/** The data folder of the system. */
export function dataDir(): string {
  return variable(DATA_VARIABLE);
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the stories by npm test or vitest`);
  return value;
}
