import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@florin/contracts';
import { startLoop } from '@florin/runtime/loop';
import type { Revocations } from './revocations.ts';
import type { Voucher } from './voucher.ts';

/** Answers that go on for as long as their caller may see them. */
export interface Streams {
  /**
   * Cuts the answer once its token is void, and lets nothing pass while that cannot be told. It is
   * asked again and again whom the token speaks for, as tokens also expire: once that is no longer
   * the same, or nobody can tell, the answer is cut within two seconds.
   */
  guard(response: ServerResponse, voucher: Voucher, ask: () => Promise<Voucher>): void;
  /** To be called after all news; without `areComplete` nobody knows whom they were about. */
  review(areComplete: boolean): void;
}

const ASK_EVERY_MS = 500;
const AFTER_ERROR_MS = 100;
/** Identity may be away for a moment, but nobody is let through for longer than this. */
const UNKNOWN_MS_MAX = 1_500;

export function makeStreams(
  revocations: Pick<Revocations, 'isCurrent' | 'applied'>,
  mayPass: () => boolean,
): Streams {
  const open = new Map<ServerResponse, Voucher>();

  return {
    guard(response, voucher, ask) {
      if (voucher.names.length === 0) return;
      if (!revocations.isCurrent(voucher)) {
        response.destroy();
        return;
      }
      open.set(response, voucher);
      const asking = askOnAndOn(ask, voucher, () => response.destroy());
      response.once('close', () => {
        open.delete(response);
        void asking.stop();
      });
      passOnlyWhile(response, mayPass);
    },
    review(areComplete) {
      const revision = revocations.applied() ?? 0;
      for (const [response, voucher] of open) {
        // So that it does not matter to a stream what is forgotten after it was seen.
        if (areComplete && revocations.isCurrent(voucher))
          open.set(response, { ...voucher, revision: Math.max(voucher.revision, revision) });
        else response.destroy();
      }
    },
  };
}

function askOnAndOn(ask: () => Promise<Voucher>, { caller }: Voucher, cut: () => void) {
  let knownAt = performance.now();
  return startLoop(
    async () => {
      const askedAt = performance.now();
      if (isDeepStrictEqual((await ask()).caller, caller)) knownAt = askedAt;
      else cut();
      return 'rest';
    },
    { restMs: ASK_EVERY_MS, restAfterErrorMs: AFTER_ERROR_MS },
    (error) => {
      const isRefused = error instanceof AppError && error.code !== 'unavailable';
      if (isRefused || performance.now() - knownAt > UNKNOWN_MS_MAX) cut();
    },
  );
}

/** A gateway that was stopped may find news of the stream before those of its token. */
function passOnlyWhile(response: ServerResponse, mayPass: () => boolean): void {
  const write: ServerResponse['write'] = response.write.bind(response);
  response.write = ((...piece: Parameters<typeof write>) => {
    if (mayPass()) return write(...piece);
    response.destroy();
    return false;
  }) as ServerResponse['write'];
}
