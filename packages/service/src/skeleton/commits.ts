/**
 * Notifies loops of commits by this process. Their rests then become short again, since most work
 * comes from the process itself.
 */
export interface Commits {
  note(): void;
  follow(onCommit: () => void): void;
}

export function makeCommits(): Commits {
  const listeners: (() => void)[] = [];
  return {
    note() {
      for (const listener of listeners) listener();
    },
    follow(onCommit) {
      listeners.push(onCommit);
    },
  };
}
