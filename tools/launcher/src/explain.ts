const fullDisk = /\bENOSPC\b|No space left on device/;

/** Whether a message or log line reports a full disk. */
export function saysDiskFull(text: string): boolean {
  return fullDisk.test(text);
}

/** The text of an error for people: its message and its causes' messages, without stacks. */
export function explain(error: unknown, dataDir: string): string {
  const message = withCauses(error);
  return saysDiskFull(message) ? `${message}\n${fullDiskAdvice(dataDir)}` : message;
}

export function fullDiskAdvice(dataDir: string): string {
  return `the disk of ${dataDir} is full: free some space there; confirmed data is safe`;
}

function withCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An abort only interrupts the wait; its reason is what counts.
  if (error.name === 'AbortError' && error.cause !== undefined) return withCauses(error.cause);
  const own = error.message || error.name;
  return error.cause === undefined ? own : `${own}: ${withCauses(error.cause)}`;
}
