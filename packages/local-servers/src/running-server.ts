import type { ChildProcess } from 'node:child_process';

/** A server that accepts connections. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** For its `exit` event and output. Use `stop` to stop it, which sends the right signal. */
  readonly child: ChildProcess;
  /** Resolves when the process is gone. Safe to call twice, and after it has died. */
  stop(): Promise<void>;
}

/** Receives a sentence for each step that takes noticeable time. */
export type OnProgress = (message: string) => void;
