import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Florin, FlorinError } from '../../../../sdk/typescript/src/index.ts';
import type { Connection } from '../session/connection.ts';
import { Mistake } from '../text/failure.ts';

/** The environment of a trigger: a test account and its callers. */
export interface TriggerContext {
  readonly url: string;
  readonly florin: Florin;
  readonly accountId: string;
  /** The account's currency, for its plans and payments. */
  readonly currency: string;
  /** Prints a step for people. */
  say(line: string): void;
}

/** The changed object, and a caller who sees its event if the account does not. */
export interface TriggerResult {
  readonly objectId?: string;
  readonly seenBy?: Florin;
}

/** Timeout of one page. */
const PAGE_MS_MAX = 30_000;
/** Wait for a worker's next round: some run every half a minute. */
const WAIT_MS = { every: 200, max: 90_000 } as const;

/** @throws Mistake for a live account, in which events are never simulated. */
export async function openContext(
  { url, client }: Connection,
  say: (line: string) => void,
): Promise<TriggerContext> {
  const florin = await client();
  const { id, livemode, settings } = await florin.get('/v1/account');
  if (livemode)
    throw new Mistake(`${id} is a live account: events are triggered in test accounts only`);
  return { url, florin, accountId: id, currency: settings.currency, say };
}

/** Waits for something that appears by itself. @throws Mistake when it does not appear in time. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | undefined>,
  maxMs: number = WAIT_MS.max,
): Promise<Value> {
  const since = Date.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() - since > maxMs) throw new Mistake(`${what}: not within ${maxMs / 1_000} s`);
    await pause(WAIT_MS.every);
  }
}

/** Repeats a call that Florin refuses temporarily while its object is not ready yet. */
export function onceReady<Value>(what: string, ask: () => Promise<Value>): Promise<Value> {
  return until(what, () =>
    ask().catch((error: unknown) => {
      if (error instanceof FlorinError && error.retryAfterMs !== undefined) return undefined;
      throw error;
    }),
  );
}

export const newEmail = () => `trigger-${randomBytes(6).toString('hex')}@example.com`;
export const newPassword = () => randomBytes(15).toString('base64url');

/** A separate account, for events that would harm the user's own. */
export async function openAccount({ url, say }: TriggerContext) {
  const [email, password] = [newEmail(), newPassword()];
  const body = { name: 'Trigger', type: 'business', email, password } as const;
  const account = await new Florin({ url }).post('/v1/accounts', { body });
  say(`opened another account, ${account.id} of ${email}`);
  const owner = new Florin({ url });
  await owner.logIn(email, password);
  return { id: account.id, email, password, owner };
}

/** Submits the form of a page that a customer opens; the answer is a page again. */
export async function sendForm(
  context: TriggerContext,
  page: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  // Uses the address of this Florin: the link may name a proxy in front of it.
  const { pathname, search } = new URL(page, context.url);
  const response = await fetch(context.url + pathname + search, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    signal: AbortSignal.timeout(PAGE_MS_MAX),
  });
  await response.body?.cancel();
}

/** A link in the newest mail to an address, in the development mailbox. */
export function findMailedLink(
  { url }: TriggerContext,
  receiver: string,
  link: RegExp,
): Promise<string> {
  const show = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(PAGE_MS_MAX) });
    if (response.status === 404)
      throw new Mistake('only a Florin in development has a mailbox (/dev/mail) with the link');
    return response.text();
  };
  return until(`a mail to ${receiver}`, async () => {
    const list = await show(`/dev/mail?to=${encodeURIComponent(receiver)}`);
    for (const path of list.match(/\/dev\/mail\/[0-9a-f-]+/g) ?? []) {
      const [found] = link.exec(await show(path)) ?? [];
      if (found !== undefined) return found;
    }
    return undefined;
  });
}
