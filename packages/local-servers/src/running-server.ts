import type { ChildProcess } from 'node:child_process';

/** A server that accepted connections when it was handed over. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** For its `exit` event and its output; stop it with `stop`, which knows the right signal. */
  readonly child: ChildProcess;
  /** Resolves when the process is gone; safe to call twice and after it died. */
  stop(): Promise<void>;
}

/** Receives one sentence for each thing that takes a noticeable time. */
export type OnProgress = (message: string) => void;
