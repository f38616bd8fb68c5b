import { useLayoutEffect, useState } from 'preact/hooks';

export interface Place {
  /** Empty at home. */
  readonly screen: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

const ROOF = '/console';
const watchers = new Set<() => void>();

export function pathTo(screen: string, id?: string, query: Record<string, string> = {}): string {
  const path = [ROOF, screen, id].filter((part) => part).join('/');
  const pairs = new URLSearchParams(query).toString();
  return pairs === '' ? path : `${path}?${pairs}`;
}

export function currentPlace(): Place {
  const [screen = '', id] = location.pathname.slice(ROOF.length + 1).split('/');
  return {
    screen,
    id: id === undefined || id === '' ? undefined : decodeURIComponent(id),
    query: new URLSearchParams(location.search),
  };
}

export function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace);
  // Before the links can be seen: one that is clicked before somebody listens leads nowhere.
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
  // As after a load of a page: those who hear it hear the new one, and all begin at its top.
  document.querySelector<HTMLElement>('main')?.focus();
  scrollTo(0, 0);
}

/** Has links to the console followed without a load; all others are the browser's. */
export function followLinks(): () => void {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || link.target !== '' || event.defaultPrevented) return;
    const { origin, pathname, search } = new URL(link.href);
    const isOurs = pathname === ROOF || pathname.startsWith(`${ROOF}/`);
    if (origin !== location.origin || !isOurs) return;
    event.preventDefault();
    goTo(pathname + search);
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}
