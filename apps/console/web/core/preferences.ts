import { useEffect, useState } from 'preact/hooks';

const watchers = new Set<() => void>();

/** A preference stored in this browser; undefined if unset, or if the browser stores nothing. */
export function preferred(name: string): string | undefined {
  try {
    return localStorage.getItem(`florin.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function prefer(name: string, value: string): void {
  try {
    localStorage.setItem(`florin.${name}`, value);
  } catch {
    // Without storage, the preference lasts until the page is closed.
  }
  for (const watcher of watchers) watcher();
}

/** Calls back when another tab changes this preference. */
export function onPreferredElsewhere(name: string, onChange: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === `florin.${name}`) onChange();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Redraws when a preference changes. */
export function usePreferences(): void {
  const [, redraw] = useState(0);
  useEffect(() => {
    const watcher = () => redraw((count) => count + 1);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  }, []);
}
