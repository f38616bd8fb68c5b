import { setTimeout as pause } from 'node:timers/promises';
import { send } from '@florin/system-kit';
import type { Holder } from '../../clients/people.ts';
import { credit } from '../money.ts';

const TICK_MS = 20;
/** Below the limit of one address's open requests at a gateway. */
const OPEN_MAX = 800;

interface Sent {
  readonly at: number;
  /** Undefined if it was refused, broke, or could not be sent. */
  readonly ms: number | undefined;
}

/** An open load: requests start at a fixed rate, whether earlier ones are answered or not. */
export interface OpenLoad {
  /** Sets the number of requests a second. */
  setRate(rate: number): void;
  /** 95th percentile of the response time of requests sent between two instants. */
  p95Between(from: number, until: number): number;
  /** Each response time in ms, and the number of requests without an answer. */
  answers(): { readonly times: readonly number[]; readonly failed: number };
  end(): Promise<void>;
}

export function startOpenLoad(url: string, holders: readonly Holder[], name: string): OpenLoad {
  const answered: Sent[] = [];
  const open = new Set<Promise<void>>();
  let rate = 0;
  let due = 0;
  let count = 0;
  let isOver = false;

  async function post(number: number): Promise<void> {
    const at = performance.now();
    const holder = holders[number % holders.length];
    if (!holder) throw new Error('no account was opened');
    const request = credit(holder.accountId, 1, `${name}-${number}`, `${name}-${number}`);
    const token = await holder.token();
    const answer = await send(url, { ...request, token }).catch(() => undefined);
    answered.push({ at, ms: answer?.status === 201 ? performance.now() - at : undefined });
  }

  async function keepSending(): Promise<void> {
    for (let last = performance.now(); !isOver; await pause(TICK_MS)) {
      const now = performance.now();
      due += (rate * (now - last)) / 1e3;
      last = now;
      for (; due >= 1; due -= 1) {
        count += 1;
        if (open.size >= OPEN_MAX) {
          answered.push({ at: now, ms: undefined });
          continue;
        }
        const one = post(count).finally(() => open.delete(one));
        open.add(one);
      }
    }
  }

  const sending = keepSending();
  return {
    setRate(wanted) {
      rate = wanted;
    },
    p95Between(from, until) {
      const those = answered.filter(({ at }) => at >= from && at < until);
      const times = those.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
      return times[Math.floor(times.length * 0.95)] ?? 0;
    },
    answers() {
      const times = answered.flatMap(({ ms }) => ms ?? []);
      return { times, failed: answered.length - times.length };
    },
    async end() {
      isOver = true;
      await sending;
      await Promise.all(open);
    },
  };
}
