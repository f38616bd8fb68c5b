/**
 * That this process has committed something. Loops that look for work in the database then rest for a
 * short time again: what is to be done mostly comes from the process that does it.
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
