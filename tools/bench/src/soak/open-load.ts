import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openConnection } from '../http/connection.ts';
import type { Asked } from './day.ts';
import type { WindowBuilder } from './window.ts';

/** Requests at a steady rate, whether or not earlier ones are answered. */
export interface Stream {
  readonly perSecond: number;
  readonly next: () => Asked;
}

export interface OpenLoad {
  readonly port: number;
  /** Limit of parallel requests; due requests beyond it are skipped. */
  readonly connections: number;
  readonly seconds: number;
  readonly streams: readonly Stream[];
  readonly windows: WindowBuilder;
  readonly signal: AbortSignal;
}

/** Finer than any measured time. */
const TICK_MS = 1;

/**
 * Runs an open load. Response times start when a request is due, so that delays of earlier requests
 * show.
 */
export async function putOpenLoad(load: OpenLoad): Promise<void> {
  const { port, connections, seconds, streams, windows, signal } = load;
  const all = Array.from({ length: connections }, () => openConnection(port));
  const idle = [...all];
  const onTheirWay = new Set<Promise<void>>();

  async function ask(connection: Connection, asked: Asked, dueAtMs: number): Promise<void> {
    try {
      const answer = await connection.ask(asked.text);
      windows.answered(asked.sort, performance.now() - dueAtMs);
      if (asked.isExpected(answer.status)) asked.hear(answer);
      else windows.failed(`${answer.status} ${codeOf(answer.body)} to ${nameOf(asked)}`);
    } catch (error) {
      windows.failed(`${error instanceof Error ? error.message : error} to ${nameOf(asked)}`);
    }
    idle.push(connection);
  }

  function send(stream: Stream, dueAtMs: number): void {
    const connection = idle.pop();
    if (connection === undefined) {
      windows.leftOut();
      return;
    }
    const answered = ask(connection, stream.next(), dueAtMs);
    onTheirWay.add(answered);
    void answered.finally(() => onTheirWay.delete(answered));
  }

  const startedAtMs = performance.now();
  const sent = streams.map(() => 0);
  for (let passed = 0; passed < seconds && !signal.aborted; ) {
    await sleep(TICK_MS);
    passed = (performance.now() - startedAtMs) / 1_000;
    for (const [index, stream] of streams.entries()) {
      const due = Math.floor(Math.min(passed, seconds) * stream.perSecond);
      for (let number = sent[index] ?? 0; number < due; number += 1)
        send(stream, startedAtMs + (number / stream.perSecond) * 1_000);
      sent[index] = due;
    }
  }
  // Each is answered or times out with its connection.
  if (!signal.aborted) await Promise.all(onTheirWay);
  for (const connection of all) connection.close();
}

function codeOf(body: string): string {
  return /"error":"(\w+)"/.exec(body)?.[1] ?? '';
}

/** Without the parts that vary between requests. */
function nameOf({ text }: Asked): string {
  const [method = '', target = ''] = text.split(' ', 2);
  const path = target.split('?', 1)[0] ?? '';
  return `${method} ${path.replaceAll(/\/(pay\/.*|[a-z]+_\w+)/g, (part) => (part.startsWith('/pay/') ? '/pay/…' : '/…'))}`;
}
