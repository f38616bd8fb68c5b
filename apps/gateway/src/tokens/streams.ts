import type { ServerResponse } from 'node:http';
import type { Revocations } from './revocations.ts';
import type { Voucher } from './voucher.ts';

/** Answers that go on for as long as their caller may see them. */
export interface Streams {
  /** Cuts the answer once its token is void, and lets nothing pass while that cannot be told. */
  guard(response: ServerResponse, voucher: Voucher): void;
  /** To be called after all news; without `areComplete` nobody knows whom they were about. */
  review(areComplete: boolean): void;
}

export function makeStreams(
  revocations: Pick<Revocations, 'isCurrent' | 'applied'>,
  mayPass: () => boolean,
): Streams {
  const open = new Map<ServerResponse, Voucher>();

  return {
    guard(response, voucher) {
      if (voucher.names.length === 0) return;
      if (!revocations.isCurrent(voucher)) {
        response.destroy();
        return;
      }
      open.set(response, voucher);
      response.once('close', () => open.delete(response));
      const write: ServerResponse['write'] = response.write.bind(response);
      // A gateway that was stopped may find news of the stream before those of its token.
      response.write = ((...piece: Parameters<typeof write>) => {
        if (mayPass()) return write(...piece);
        response.destroy();
        return false;
      }) as ServerResponse['write'];
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
