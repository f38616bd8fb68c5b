import { setTimeout as pause } from 'node:timers/promises';
import { AppError, newId, templateKinds, type Uuid } from '@florin/contracts';
import { type Locale, pickLocale } from '@florin/pages';
import type { Peers } from '../clients.ts';
import { type Queue, queues, shares } from '../domain/queues.ts';
import { type DeliveryResult, type StoredOutcome, toStored } from '../domain/retries.ts';
import { findSuppression, isOptional } from '../domain/suppression.ts';
import { START, takeTurns } from '../domain/turns.ts';
import { messageTexts } from '../messages/languages.ts';
import type { MessageTexts } from '../messages/texts/texts.ts';
import { writeMessage } from '../messages/write.ts';
import type { Db } from '../schema.ts';
import type { SmtpTransport } from '../smtp/transport.ts';
import { findOrMakeToken, findSuppressions } from '../suppressions/queries.ts';
import { findTemplate } from '../templates/queries.ts';
import { withTemplate } from '../templates/words.ts';
import { address } from './address.ts';
import {
  type Due,
  hasFailureMail,
  leaseDue,
  moveToQueue,
  saveOutcome,
  saveReader,
} from './queries.ts';
import { findTurns } from './turn-queries.ts';

export interface DeliverDeps {
  readonly db: Db;
  readonly peers: Peers;
  readonly transport: SmtpTransport;
  /** Base URL for clients, without a trailing slash. */
  readonly publicUrl: string;
  /** Emails to customers of one account per hour. */
  readonly hourlyMax: number;
  readonly onError: (error: unknown) => void;
  readonly countAttempt: (outcome: DeliveryResult['outcome']) => void;
}

/** Longer than any attempt: calls to other services and every SMTP timeout. */
const LEASE_MS = 180_000;
/**
 * An attempt takes at most 100 s, including 60 s to send. Storing its result may take the rest of
 * the lease, with a margin.
 */
const STORE_MS = 60_000;
const STORE_PAUSE_MS = 500;
/** Poll interval of the other queues while one is full. */
const LOOK_MS = 250;
/** Waits after the first completion: taking one email costs as much as taking several. */
const GATHER_MS = 20;

export interface Delivery {
  /** Takes due emails for all free slots. Returns whether there may soon be more to take. */
  round(): Promise<boolean>;
  /** Waits for attempts in progress. */
  ended(): Promise<void>;
}

/**
 * Sends due emails. An attempt with an unknown result is repeated under the same Message-ID
 * (decision 42).
 */
export function makeDelivery(deps: DeliverDeps): Delivery {
  const inProgress = new Map<Promise<void>, Queue>();
  /** Account of the last turn in each queue; the next turn starts after it. */
  const lastTurns = new Map<Queue, Uuid>();

  function countFree(queue: Queue): number {
    const taken = [...inProgress.values()].filter((each) => each === queue).length;
    return shares[queue].places - taken;
  }

  function start(message: Due): void {
    const delivering = deliver(deps, message).finally(() => inProgress.delete(delivering));
    inProgress.set(delivering, message.queue);
  }

  return {
    async round() {
      const { db, hourlyMax } = deps;
      const walks = queues.map((queue) => {
        return { queue, free: countFree(queue), after: lastTurns.get(queue) ?? START };
      });
      const turns = await findTurns(db, walks, hourlyMax);
      const taken = walks.map((walk) => takeTurns(turns, walk));
      for (const { queue, last } of taken) lastTurns.set(queue, last);
      const ids = taken.flatMap(({ due }) => due);
      const due = await leaseDue(db, ids, LEASE_MS);
      for (const message of due) start(message);
      const isFull = queues.some((queue) => countFree(queue) === 0);
      if (isFull) {
        await Promise.race([...inProgress.keys(), pause(LOOK_MS)]);
        await pause(GATHER_MS);
      }
      // Another process leased some of them, or other accounts may have due email.
      return isFull || due.length < ids.length || taken.some(({ isPartial }) => isPartial);
    },
    async ended() {
      await Promise.all(inProgress.keys());
    },
  };
}

async function deliver(deps: DeliverDeps, message: Due): Promise<void> {
  const result = await attemptDelivery(deps, message).catch(
    (error: unknown): DeliveryResult | Moved => {
      if (!(error instanceof AppError)) deps.onError(error);
      return { outcome: 'again', reason: error instanceof Error ? error.message : String(error) };
    },
  );
  if ('queue' in result) return moveToQueue(deps.db, message, result.queue).catch(deps.onError);
  deps.countAttempt(result.outcome);
  await store(deps, message, toStored(result, message.attempts));
}

/** Stores a result while the lease lasts, since it cannot be queried again. Never throws. */
async function store(
  { db, onError }: DeliverDeps,
  message: Due,
  outcome: StoredOutcome,
): Promise<void> {
  const triesMax = STORE_MS / STORE_PAUSE_MS;
  for (let tries = 1; ; tries += 1)
    try {
      await saveOutcome(db, message, outcome);
      return;
    } catch (error) {
      onError(error);
      if (tries >= triesMax) return;
      await pause(STORE_PAUSE_MS);
    }
}

/** An email that belongs in another queue. */
interface Moved {
  readonly queue: Queue;
}

async function attemptDelivery(deps: DeliverDeps, message: Due): Promise<DeliveryResult | Moved> {
  const { db, peers, transport, publicUrl } = deps;
  const addressed = await address(peers, message, publicUrl);
  if ('dropped' in addressed) return { outcome: 'dropped', reason: addressed.dropped };
  if ('queue' in addressed) return addressed;
  if (await isAlreadyRequested(db, message)) return { outcome: 'dropped', reason: REQUESTED };
  const { from, to, language, facts: known, attachment } = addressed;
  await saveReader(db, message, to);
  const suppression = findSuppression(
    message.kind,
    await findSuppressions(db, to.toLowerCase(), message.accountId),
  );
  if (suppression)
    return { outcome: 'dropped', reason: `the address is suppressed: ${suppression}` };
  const unsubscribeUrl = await unsubscribeUrlOf(deps, message, to);
  const { reader, logoUrl } = await findBranding(
    deps,
    message,
    pickLocale(messageTexts, language, undefined),
  );
  const rendered = writeMessage(reader, message.kind, { ...known, logoUrl, unsubscribeUrl });
  // The same for each attempt, so that mailboxes can detect duplicates.
  const messageId = `${message.id}@florin`;
  return transport.send(message.queue, {
    ...{ messageId, from: from.name, replyTo: from.email, to, attachment },
    ...rendered,
    unsubscribeUrl,
  });
}

const REQUESTED = 'a mail about the failed charge already asks for the payment';

/** Whether an email about a failed charge already asks for the same payment. */
async function isAlreadyRequested(db: DeliverDeps['db'], { kind, values }: Due): Promise<boolean> {
  const { invoiceId } = values;
  return kind === 'payment_request' && invoiceId !== null && (await hasFailureMail(db, invoiceId));
}

/** Adds the logo and the seller's own texts to emails for customers. */
async function findBranding(
  { db, peers }: DeliverDeps,
  { kind: asked, accountId }: Due,
  reader: Locale<MessageTexts>,
): Promise<{ readonly reader: Locale<MessageTexts>; readonly logoUrl: string | null }> {
  const kind = templateKinds.find((each) => each === asked);
  if (accountId === null || kind === undefined) return { reader, logoUrl: null };
  const { language, texts } = reader;
  const [template, logoUrl = null] = await Promise.all([
    findTemplate(db, { accountId, kind, language }),
    peers.findLogo(accountId, newId()),
  ]);
  return { reader: { ...reader, texts: withTemplate(texts, kind, template) }, logoUrl };
}

/** Unsubscribe link; undefined for mandatory emails. */
async function unsubscribeUrlOf(
  { db, publicUrl }: DeliverDeps,
  { kind, accountId }: Due,
  to: string,
): Promise<string | undefined> {
  if (accountId === null || !isOptional(kind)) return undefined;
  return `${publicUrl}/mail/unsubscribe/${await findOrMakeToken(db, accountId, to.toLowerCase())}`;
}
