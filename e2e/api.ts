import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Processes, processesOf, type Request, send } from '@florin/system-kit';
import { checkAnswer } from './check-answer.ts';
import { DATA_VARIABLE, LOG_FILE, URL_VARIABLE } from './start-florin.ts';

export type Call = Omit<Request, 'method' | 'path'>;

/**
 * Calls the public surface the way an outside client does.
 * @throws Error when the answer is not as the OpenAPI document says.
 */
export async function call(method: string, path: string, options: Call = {}): Promise<Answer> {
  const answer = await send(baseUrl(), { method, path, ...options });
  await checkAnswer(baseUrl(), method, path, answer);
  return answer;
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
