import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A request, on disk before it is sent. */
export interface Intent {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

/**
 * Outcome of an attempt, on disk before the client continues: a response or a broken connection.
 */
export type AttemptResult =
  // biome-ignore lint/suspicious/noExplicitAny: the auditor reads whatever was answered.
  | { readonly status: number; readonly replayed: boolean; readonly body: any }
  | { readonly broken: string };

/** A request and the outcomes of its attempts. */
export interface Exchange {
  readonly intent: Intent;
  readonly results: readonly AttemptResult[];
}

type Line = { readonly request: number } & (
  | { readonly intent: Intent }
  | { readonly result: AttemptResult }
);

export type Journal = Awaited<ReturnType<typeof openJournal>>;

/** Opens a client's journal. Each line is on disk when its call returns. */
export async function openJournal(path: string) {
  const file = await open(path, 'a');
  let requests = 0;
  return {
    async intend(intent: Intent): Promise<number> {
      const request = ++requests;
      await append(file, { request, intent });
      return request;
    },
    record: (request: number, result: AttemptResult) => append(file, { request, result }),
    close: () => file.close(),
  };
}

async function append(file: FileHandle, line: Line): Promise<void> {
  await file.write(`${JSON.stringify(line)}\n`);
  await file.datasync();
}

/** All exchanges of a run's clients, from disk. */
export async function readJournals(folder: string): Promise<readonly Exchange[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const exchanges: Exchange[] = [];
  for (const name of names)
    exchanges.push(...toExchanges(await readFile(join(folder, name), 'utf8')));
  return exchanges;
}

/** The requests in a journal that may still be written: an incomplete line is ignored. */
export function toExchanges(text: string): readonly Exchange[] {
  const requests = new Map<number, { intent: Intent; results: AttemptResult[] }>();
  for (const row of text.split('\n').slice(0, -1)) {
    const line: Line = JSON.parse(row);
    if ('intent' in line) requests.set(line.request, { intent: line.intent, results: [] });
    else requests.get(line.request)?.results.push(line.result);
  }
  return [...requests.values()];
}
