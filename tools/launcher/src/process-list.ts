import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startOfProcess, stopProcess, writeAtomically } from '@florin/local-servers';
import { z } from 'zod';

const entrySchema = z.object({
  name: z.string(),
  pid: z.int().positive(),
  port: z.int(),
  url: z.string(),
  /** Tells this process from a later one with the same number. */
  start: z.string().optional(),
});

export type ProcessEntry = z.output<typeof entrySchema>;

export interface ProcessList {
  add(entry: Omit<ProcessEntry, 'start'>): Promise<void>;
  remove(name: string): Promise<void>;
  /** Deletes the file, when nothing runs any more. */
  end(): Promise<void>;
}

const leftoverStopMs = 3_000;

/** Keeps `processes.json` true: each change is on disk before the call returns. */
export function openProcessList(dataDir: string): ProcessList {
  const path = listPath(dataDir);
  const entries = new Map<string, ProcessEntry>();
  let lastWrite: Promise<void> = Promise.resolve();
  // One write after the other, each with what is true when its turn comes.
  const write = () => {
    lastWrite = lastWrite
      .catch(() => undefined)
      .then(() => writeAtomically(path, `${JSON.stringify([...entries.values()], null, 2)}\n`));
    return lastWrite;
  };
  return {
    add: (entry) => {
      entries.set(entry.name, { ...entry, start: startOfProcess(entry.pid) });
      return write();
    },
    remove: (name) => {
      entries.delete(name);
      return write();
    },
    end: async () => {
      await lastWrite.catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}

/**
 * Stops what the last launcher of this folder left behind when it was killed. A process is only
 * touched when it started at the very moment the list says. Returns the names of those stopped.
 */
export async function stopLeftovers(dataDir: string): Promise<string[]> {
  const left = (await readList(dataDir)).filter(isThere);
  await Promise.all(
    left.map(({ name, pid }) =>
      stopProcess({
        pid,
        // For Postgres SIGTERM means to wait for its sessions, SIGINT to end them.
        signal: name === 'postgres' ? 'SIGINT' : 'SIGTERM',
        timeoutMs: leftoverStopMs,
      }),
    ),
  );
  return left.map(({ name }) => name);
}

/** Where something answers that the launcher of this folder keeps running. */
export async function findUrl(dataDir: string, name: string): Promise<string | undefined> {
  return (await readList(dataDir)).find((entry) => entry.name === name && isThere(entry))?.url;
}

/** Whether it still runs, and is no later process with the same number. */
function isThere({ pid, start }: ProcessEntry): boolean {
  return start !== undefined && startOfProcess(pid) === start;
}

async function readList(dataDir: string): Promise<ProcessEntry[]> {
  try {
    const text = await readFile(listPath(dataDir), 'utf8');
    return z.array(entrySchema).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

function listPath(dataDir: string): string {
  return join(dataDir, 'processes.json');
}
