import { AppError, type Uuid } from '@florin/contracts';
import { makeWorkerQueue, WorkerLimitError } from '@florin/runtime/worker-queue';
import { type Logo, toLogo } from './logo.ts';
import type { Reencoded, ReencodeTask } from './worker.ts';

/** Only output of our own encoder is stored and drawn, never an upload. */
export type Reencode = (upload: Omit<Logo, 'hash'>, accountId: Uuid) => Promise<Logo | LogoRefusal>;

export interface LogoRefusal {
  /** The fault of the image and how to fix it, for the seller. */
  readonly refusal: string;
  /** False if a limit of time or memory refused it, which can happen on a busy machine. */
  readonly isByDecoder: boolean;
}

const DEADLINE_MS = 5_000;
const WAITING_MS_MAX = 5_000;
/** Time limit of a request that sets a logo. */
export const REENCODE_TIMEOUT_MS = WAITING_MS_MAX + DEADLINE_MS + 2_000;

/**
 * Decodes and encodes images on a worker thread, in WebAssembly, which cannot access the process.
 */
export function startReencoding(): { readonly reencode: Reencode; close(): Promise<void> } {
  const queue = makeWorkerQueue<ReencodeTask, Reencoded>({
    script: new URL('worker.ts', import.meta.url),
    deadlineMs: DEADLINE_MS,
    heapMbMax: 128,
    idleMs: 10_000,
    waitingMax: 50,
    withinMs: WAITING_MS_MAX,
    turnMs: 100,
    what: 'logos',
  });

  return {
    async reencode({ mediaType, bytes }, accountId) {
      try {
        const made = await queue.run({ mediaType, bytes }, accountId);
        if ('bytes' in made) return toLogo(mediaType, Buffer.from(made.bytes));
        return { refusal: made.refusal, isByDecoder: true };
      } catch (error) {
        if (!(error instanceof WorkerLimitError)) throw error;
        const refusal = `needs too much ${error.limit} to decode; export it again as a plain PNG or baseline JPEG`;
        return { refusal, isByDecoder: false };
      }
    },
    close: queue.stop,
  };
}

/** @throws AppError invalid_request for a refused image */
export async function reencodeUpload(
  reencode: Reencode,
  upload: Logo,
  accountId: Uuid,
): Promise<Logo> {
  const made = await reencode(upload, accountId);
  if ('refusal' in made) throw new AppError('invalid_request', `logo: ${made.refusal}`);
  return made;
}
