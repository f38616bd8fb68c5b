import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startOfProcess, stopProcess, writeAtomically } from '@florin/local-servers';
import { z } from 'zod';

const entrySchema = z.object({
  name: z.string(),
  pid: z.int().positive(),
  port: z.int(),
  url: z.string(),
  /** Distinguishes this process from a later one with the same id. */
  start: z.string().optional(),
});

export type ProcessEntry = z.output<typeof entrySchema>;

export interface ProcessList {
  add(entry: Omit<ProcessEntry, 'start'>): Promise<void>;
  remove(name: string): Promise<void>;
  /** Deletes the file when nothing runs any more. */
  end(): Promise<void>;
}

const leftoverStopMs = 3_000;

/** Keeps `processes.json` up to date: each change is on disk before the call returns. */
export function openProcessList(dataDir: string): ProcessList {
  const path = listPath(dataDir);
  const entries = new Map<string, ProcessEntry>();
  let lastWrite: Promise<void> = Promise.resolve();
  // One write after another, each with the current state.
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
 * Stops processes of this folder's killed launcher, if their start time matches the list. Returns
 * the names of those stopped.
 */
export async function stopLeftovers(dataDir: string): Promise<string[]> {
  const left = (await readList(dataDir)).filter(isThere);
  await Promise.all(
    left.map(({ name, pid }) =>
      stopProcess({
        pid,
        // For Postgres, SIGTERM waits for its sessions and SIGINT ends them.
        signal: name === 'postgres' ? 'SIGINT' : 'SIGTERM',
        timeoutMs: leftoverStopMs,
      }),
    ),
  );
  return left.map(({ name }) => name);
}

/** URL of a process that this folder's launcher keeps running. */
export async function findUrl(dataDir: string, name: string): Promise<string | undefined> {
  return (await readList(dataDir)).find((entry) => entry.name === name && isThere(entry))?.url;
}

/** Whether it still runs, and is not a later process with the same id. */
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
