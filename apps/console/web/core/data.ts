import { useEffect, useState } from 'preact/hooks';
import { goToLogin, isLoggedOut } from './api.ts';

/** A loaded value: shown immediately on return, then reloaded in the background. */
interface Entry {
  value: unknown;
  error: unknown;
  isLoading: boolean;
  /** Invalidated while loading: the response may predate the change. */
  isStale: boolean;
  readonly watchers: Set<() => void>;
  load: () => Promise<unknown>;
}

const ENTRIES_MAX = 200;
const entries = new Map<string, Entry>();

export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
}

/**
 * The result of `load`, cached by key (`invoice/inv_1`, `invoice?status=open`). Undefined until
 * loaded; the previous value stays during a reload.
 */
export function useData<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [, redraw] = useState(0);
  useEffect(() => {
    const entry = entryOf(key, load);
    const watcher = () => redraw((count) => count + 1);
    entry.watchers.add(watcher);
    refresh(entry);
    return () => {
      entry.watchers.delete(watcher);
      forgetOldest();
    };
  }, [key]);
  const entry = entries.get(key);
  return {
    value: entry?.value as Value | undefined,
    error: entry?.error,
  };
}

/** Reloads visible entries of these kinds, or of all, and drops the other ones. */
export function touch(kinds?: readonly string[]): void {
  for (const [key, entry] of entries) {
    const [kind = ''] = key.split(/[/?]/, 1);
    if (kinds && !kinds.includes(kind)) continue;
    if (entry.watchers.size > 0) refresh(entry);
    else entries.delete(key);
  }
}

function entryOf(key: string, load: () => Promise<unknown>): Entry {
  const known = entries.get(key);
  const entry = known ?? {
    ...{ value: undefined, error: undefined, isLoading: false, isStale: false },
    watchers: new Set(),
    load,
  };
  entry.load = load;
  // Least recently used entries come first and are evicted first.
  entries.delete(key);
  entries.set(key, entry);
  return entry;
}

function refresh(entry: Entry): void {
  entry.isStale = entry.isLoading;
  if (entry.isLoading) return;
  entry.isLoading = true;
  const finish = (change: Partial<Entry>) => {
    Object.assign(entry, change, { isLoading: false });
    for (const watcher of entry.watchers) watcher();
    if (entry.isStale) refresh(entry);
  };
  entry.load().then(
    (value) => finish({ value, error: undefined }),
    (error: unknown) => {
      if (isLoggedOut(error)) goToLogin();
      else finish({ error });
    },
  );
}

function forgetOldest(): void {
  for (const [key, { watchers }] of entries) {
    if (entries.size <= ENTRIES_MAX) return;
    if (watchers.size === 0) entries.delete(key);
  }
}
