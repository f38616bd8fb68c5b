import { useEffect, useState } from 'preact/hooks';

const watchers = new Set<() => void>();

/** What somebody has chosen, in this browser; undefined where they have not, or nothing is kept. */
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
    // A browser that keeps nothing forgets it with the page.
  }
  for (const watcher of watchers) watcher();
}

/** Tells when another tab of this browser makes this choice. */
export function onPreferredElsewhere(name: string, tell: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === `florin.${name}`) tell();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Draws again once another choice is made. */
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
