import type { Writable } from 'node:stream';

const BAR_WIDTH = 30;
const LINE_EVERY_MS = 5_000;

export interface Progress {
  show(name: string, done: number, all: number): void;
  /** Makes room for a line of something else. */
  clear(): void;
}

/** A bar on a terminal; elsewhere a line every few seconds. */
export function makeProgress(out: Writable & { readonly isTTY?: boolean }): Progress {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    show(name, done, all) {
      if (out.isTTY) {
        out.write(`\r\u001b[K${name} ${drawBar(done, all)} ${done}/${all}`);
      } else if (performance.now() - toldAt >= LINE_EVERY_MS) {
        toldAt = performance.now();
        out.write(`${name} ${done} of ${all}\n`);
      }
    },
    clear() {
      if (out.isTTY) out.write('\r\u001b[K');
    },
  };
}

function drawBar(done: number, all: number): string {
  const filled = Math.round((Math.min(done, all) / Math.max(all, 1)) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}
