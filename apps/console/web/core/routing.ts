import { useLayoutEffect, useState } from 'preact/hooks';

export interface Place {
  /** Empty for the home screen. */
  readonly screen: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

const BASE_PATH = '/console';
const watchers = new Set<() => void>();

export function pathTo(screen: string, id?: string, query: Record<string, string> = {}): string {
  const path = [BASE_PATH, screen, id].filter((part) => part).join('/');
  const pairs = new URLSearchParams(query).toString();
  return pairs === '' ? path : `${path}?${pairs}`;
}

export function currentPlace(): Place {
  const [screen = '', id] = location.pathname.slice(BASE_PATH.length + 1).split('/');
  return {
    screen,
    id: id === undefined || id === '' ? undefined : decodeURIComponent(id),
    query: new URLSearchParams(location.search),
  };
}

export function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace);
  // Before links are painted: a link clicked earlier would load the page instead.
  useLayoutEffect(() => {
    const watcher = () => setPlace(currentPlace());
    watchers.add(watcher);
    addEventListener('popstate', watcher);
    return () => {
      watchers.delete(watcher);
      removeEventListener('popstate', watcher);
    };
  }, []);
  return place;
}

export function goTo(path: string): void {
  history.pushState(null, '', path);
  for (const watcher of watchers) watcher();
  // Same as a page load: screen readers announce the new page, and it starts at the top.
  document.querySelector<HTMLElement>('main')?.focus();
  scrollTo(0, 0);
}

/** Handles clicks on console links without a page load; other links are left to the browser. */
export function followLinks(): () => void {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || link.target !== '' || event.defaultPrevented) return;
    const { origin, pathname, search } = new URL(link.href);
    const isOurs = pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`);
    if (origin !== location.origin || !isOurs) return;
    event.preventDefault();
    goTo(pathname + search);
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}
