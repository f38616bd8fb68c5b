import { Worker } from 'node:worker_threads';
import { AppError } from '@florin/contracts';
import type { DrawOrder, DrawReply, DrawRequest } from './worker.ts';

/** Documents that wait to be drawn: beyond these nobody would get theirs in time. */
const WAITING_MAX = 50;
const DRAW_MS_MAX = 20_000;
/** How long whoever asks for one waits. */
export const DRAW_TIMEOUT_MS = DRAW_MS_MAX + 2_000;
/** A thread holds fonts and the norm's schema: it goes when nobody needs it. */
const IDLE_MS = 30_000;

export type Draw = (order: DrawOrder) => Promise<Buffer>;

interface Waiting {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Draws PDFs in a thread of its own, one after the other: a long one takes as long as hundreds of
 * requests, which must not wait for it.
 */
export function startDrawing(): { readonly draw: Draw; close(): Promise<void> } {
  let worker: Worker | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const started = new Worker(new URL('worker.ts', import.meta.url));
    started.on('message', (reply: DrawReply) => {
      if ('pdf' in reply) settle(reply.id, (each) => each.resolve(Buffer.from(reply.pdf)));
      else settle(reply.id, (each) => each.reject(new Error(reply.error)));
    });
    started.on('error', (error) => {
      worker = undefined;
      for (const id of [...waiting.keys()]) settle(id, (each) => each.reject(error as Error));
    });
    return started;
  }

  function settle(id: number, how: (each: Waiting) => void): void {
    const each = waiting.get(id);
    if (!each) return;
    waiting.delete(id);
    clearTimeout(each.timer);
    how(each);
    if (waiting.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
  }

  /** Whatever keeps the thread busy beyond its time ends with it. */
  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  function draw(order: DrawOrder): Promise<Buffer> {
    if (waiting.size >= WAITING_MAX)
      throw new AppError('unavailable', 'too many documents are being drawn: repeat in a second');
    clearTimeout(idle);
    worker ??= start();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        settle(id, (each) => each.reject(new AppError('unavailable', 'drawing took too long')));
        void close();
      }, DRAW_MS_MAX);
      waiting.set(id, { resolve, reject, timer });
      worker?.postMessage({ id, order } satisfies DrawRequest);
    });
  }

  return { draw, close };
}
