import { AppError, type Uuid } from '@florin/contracts';
import { makeWorkerQueue, WorkerLimitError } from '@florin/runtime/worker-queue';
import { isShort } from './length.ts';
import type { DrawOrder } from './worker.ts';

const DEADLINE_MS = 12_000;
const WAITING_MS_MAX = 8_000;
/** Maximum time of a request for a document. */
export const DRAW_TIMEOUT_MS = WAITING_MS_MAX + DEADLINE_MS + 2_000;

/**
 * @param accountId account whose share of the queue is used: the seller, even if a customer opens
 * the document
 */
export type Draw = (order: DrawOrder, accountId: Uuid) => Promise<Buffer>;

/**
 * Draws PDFs on two worker threads. One takes only short documents, so these never wait for slow
 * ones. Accounts share each thread equally.
 */
export function startDrawing(): { readonly draw: Draw; close(): Promise<void> } {
  const short = makeQueue(100);
  const long = makeQueue(1_000);

  async function draw(order: DrawOrder, accountId: Uuid): Promise<Buffer> {
    try {
      return Buffer.from(await (isShort(order) ? short : long).run(order, accountId));
    } catch (error) {
      throw toRefusal(error);
    }
  }

  async function close(): Promise<void> {
    await Promise.all([short.stop(), long.stop()]);
  }

  return { draw, close };
}

function makeQueue(turnMs: number) {
  return makeWorkerQueue<DrawOrder, Uint8Array>({
    script: new URL('worker.ts', import.meta.url),
    deadlineMs: DEADLINE_MS,
    heapMbMax: 256,
    // A thread holds fonts and the EN 16931 schema, about 100 MB.
    idleMs: 30_000,
    waitingMax: 50,
    withinMs: WAITING_MS_MAX,
    turnMs,
    what: 'documents',
  });
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof WorkerLimitError)) return error;
  const message = `the document takes too much ${error.limit} to draw: retry in a minute, or use its page`;
  return new AppError('unavailable', message, { cause: error });
}
