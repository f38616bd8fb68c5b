import { setTimeout as rest } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import type { WebhookCounts, WebhookFault } from './control/model.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

export interface Webhooks {
  /** Sends an event asynchronously. */
  readonly send: (event: Stripe.Event) => void;
  /** Sends events to this target from now on. */
  readonly sendTo: (target: WebhookTarget) => void;
  /** Makes the next events fail. */
  readonly misbehave: (fault: WebhookFault) => void;
  /** Waits until events that must arrive before the answer have been delivered or given up. */
  readonly beforeAnswer: () => Promise<void>;
  readonly counts: () => WebhookCounts;
  readonly clear: () => void;
  readonly stop: () => void;
}

const WAITING_MAX = 10_000;
const AT_ONCE_MAX = 8;
const TIMEOUT_MS = 10_000;
/** Stripe retries for three days, which short tests do not need. */
const TRIES_MAX = 8;
const REST_MS = 250;
/** An event that waits to be overtaken is sent after this time. */
const OVERTAKEN_AFTER_MS = 2_000;

type Sign = (payload: string, secret: string) => string;

/** Delivers events to one address: signed, retried until acknowledged, several in parallel. */
export function makeWebhooks(first: WebhookTarget | undefined, sign: Sign): Webhooks {
  let target = first;
  const stopping = new AbortController();
  let faults: { readonly fault: WebhookFault; left: number }[] = [];
  let held: Stripe.Event[] = [];
  const waiting: Stripe.Event[] = [];
  let sending = 0;
  let awaited: Promise<void>[] = [];
  const counts = { delivered: 0, lost: 0, givenUp: 0 };

  const takeFault = () => {
    const [first] = faults;
    if (!first) return undefined;
    first.left -= 1;
    faults = faults.filter(({ left }) => left > 0);
    return { ...first.fault, isLast: first.left === 0 };
  };

  async function deliver(event: Stripe.Event): Promise<void> {
    if (!target) return;
    for (let tries = 0; tries < TRIES_MAX && !stopping.signal.aborted; tries += 1) {
      if (tries > 0)
        await rest(REST_MS * 2 ** tries, undefined, { signal: stopping.signal, ref: false }).catch(
          () => {},
        );
      if (await post(target, event)) {
        counts.delivered += 1;
        return;
      }
    }
    counts.givenUp += 1;
  }

  async function post({ url, secret }: WebhookTarget, event: Stripe.Event): Promise<boolean> {
    const body = JSON.stringify(event);
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': sign(body, secret) };
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  function queue(event: Stripe.Event): void {
    if (waiting.length >= WAITING_MAX) {
      counts.lost += 1;
      return;
    }
    waiting.push(event);
    sendNext();
  }

  function sendNext(): void {
    if (sending >= AT_ONCE_MAX) return;
    const event = waiting.shift();
    if (!event) return;
    sending += 1;
    void deliver(event).finally(() => {
      sending -= 1;
      sendNext();
    });
  }

  function releaseHeld(): void {
    const events = held.reverse();
    held = [];
    for (const event of events) queue(event);
  }

  return {
    send(event) {
      if (!target) return;
      const fault = takeFault();
      if (!fault) return queue(event);
      switch (fault.how) {
        case 'lose':
          counts.lost += 1;
          return;
        case 'duplicate':
          queue(event);
          return queue(event);
        case 'delay':
          setTimeout(() => queue(event), fault.ms ?? 1_000).unref();
          return;
        case 'before_answer':
          awaited.push(deliver(event));
          return;
        case 'reorder':
          held.push(event);
          if (fault.isLast) return releaseHeld();
          setTimeout(releaseHeld, OVERTAKEN_AFTER_MS).unref();
          return;
        default:
          return fault.how satisfies never;
      }
    },
    sendTo(next) {
      target = next;
    },
    misbehave: (fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    async beforeAnswer() {
      const all = awaited;
      awaited = [];
      await Promise.all(all);
    },
    counts: () => ({ ...counts, waiting: waiting.length + sending + held.length }),
    clear() {
      faults = [];
      releaseHeld();
    },
    stop: () => stopping.abort(),
  };
}
