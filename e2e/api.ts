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
  /** Attempts while the answer is 503 or incomplete, including the first; 1 expects that answer. */
  readonly triesMax?: number;
}

/**
 * Calls the public surface the way an outside client does: repeats a request that a busy service
 * refused for now or answered in part. A POST has an Idempotency-Key: the first may have worked.
 * @throws Error when an answer is not as the OpenAPI document says.
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

/** A payment read while the processors service was too busy has null for what was refunded of it. */
function isIncomplete({ status, body }: Answer): boolean {
  const payments = [body, ...(Array.isArray(body?.data) ? body.data : [])];
  return status === 200 && payments.some((payment) => payment?.amount_refunded === null);
}

/** The processes of the system that run now. */
export function processes(): Processes {
  return processesOf(dataDir());
}

/** Everything that the system has printed so far. */
export function readOutput(): string {
  return readFileSync(join(dataDir(), LOG_FILE), 'utf8');
}

/** Where the gateway listens. */
export function baseUrl(): string {
  return variable(URL_VARIABLE);
}

/** The folder that everything runs from. */
export function dataDir(): string {
  return variable(DATA_VARIABLE);
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the stories by npm test or vitest`);
  return value;
}
