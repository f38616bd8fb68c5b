import { setTimeout as pause } from 'node:timers/promises';
import { AppError, newId, templateKinds, type Uuid } from '@florin/contracts';
import { type Locale, pickLocale } from '@florin/pages';
import { letterTexts } from '../letters/languages.ts';
import type { LetterTexts } from '../letters/texts/texts.ts';
import { writeLetter } from '../letters/write.ts';
import type { Peers } from '../peers.ts';
import type { Db } from '../schema.ts';
import type { Post } from '../smtp/post.ts';
import { findObstacle, isOptional } from '../suppressions/model.ts';
import { findOrMakeToken, findSuppressions } from '../suppressions/queries.ts';
import { findTemplate } from '../templates/queries.ts';
import { withTemplate } from '../templates/words.ts';
import { address } from './address.ts';
import { type Lane, lanes, shares } from './lanes.ts';
import { type Handover, type Settlement, settle } from './model.ts';
import {
  type Due,
  hasFailureMail,
  leaseDue,
  moveToLane,
  saveReader,
  settleLetter,
} from './queries.ts';
import { findTurns } from './turn-queries.ts';
import { START, takeTurns } from './turns.ts';

export interface DeliverDeps {
  readonly db: Db;
  readonly peers: Peers;
  readonly post: Post;
  /** Where clients reach Florin, without a slash at its end. */
  readonly publicUrl: string;
  /** Mails to the customers of one account within an hour. */
  readonly hourlyMax: number;
  readonly onError: (error: unknown) => void;
  readonly countAttempt: (outcome: Handover['outcome']) => void;
}

/** Longer than any attempt takes: questions to others, and every timeout of SMTP. */
const LEASE_MS = 180_000;
/** An attempt takes a hundred seconds at most, a minute of them to send it: the rest of its lease, less some to be sure. */
const STORE_MS = 60_000;
const STORE_PAUSE_MS = 500;
/** While a lane is full the others are looked at so often. */
const LOOK_MS = 250;
/** Behind the first that ends: to take one costs as much as to take several. */
const GATHER_MS = 20;

export interface Delivery {
  /** Takes what is due, as far as there are places for it. Returns whether there may soon be places for more. */
  round(): Promise<boolean>;
  /** Waits for what is on its way. */
  ended(): Promise<void>;
}

/**
 * Hands over what is due. Each mail has a place in its lane for as long as it takes, so that none waits for the
 * slowest of those that were taken with it.
 *
 * An attempt whose end nobody has seen (the process was killed, or the connection broke after the
 * message and before its answer) is made again, under the same Message-ID: a mail that is missing costs
 * more than one that comes twice, and many mailboxes show such a pair as one.
 */
export function makeDelivery(deps: DeliverDeps): Delivery {
  const onTheirWay = new Map<Promise<void>, Lane>();
  /** Account of the last turn in each lane: the next turn begins after it. */
  const lastTurns = new Map<Lane, Uuid>();

  function countFree(lane: Lane): number {
    const taken = [...onTheirWay.values()].filter((each) => each === lane).length;
    return shares[lane].places - taken;
  }

  function start(letter: Due): void {
    const delivering = deliver(deps, letter).finally(() => onTheirWay.delete(delivering));
    onTheirWay.set(delivering, letter.lane);
  }

  return {
    async round() {
      const { db, hourlyMax } = deps;
      const walks = lanes.map((lane) => {
        return { lane, free: countFree(lane), after: lastTurns.get(lane) ?? START };
      });
      const turns = await findTurns(db, walks, hourlyMax);
      const taken = walks.map((walk) => takeTurns(turns, walk));
      for (const { lane, last } of taken) lastTurns.set(lane, last);
      const ids = taken.flatMap(({ due }) => due);
      const due = await leaseDue(db, ids, LEASE_MS);
      for (const letter of due) start(letter);
      const isFull = lanes.some((lane) => countFree(lane) === 0);
      if (isFull) {
        await Promise.race([...onTheirWay.keys(), pause(LOOK_MS)]);
        await pause(GATHER_MS);
      }
      // Another process has leased some of them, or further accounts may have due mail.
      return isFull || due.length < ids.length || taken.some(({ isPartial }) => isPartial);
    },
    async ended() {
      await Promise.all(onTheirWay.keys());
    },
  };
}

async function deliver(deps: DeliverDeps, letter: Due): Promise<void> {
  const handover = await handOver(deps, letter).catch((error: unknown): Handover | Moved => {
    if (!(error instanceof AppError)) deps.onError(error);
    return { outcome: 'again', reason: error instanceof Error ? error.message : String(error) };
  });
  if ('lane' in handover) return moveToLane(deps.db, letter, handover.lane).catch(deps.onError);
  deps.countAttempt(handover.outcome);
  await store(deps, letter, settle(handover, letter.attempts));
}

/** Stores an end that was seen, for as long as nobody else may begin again: it cannot be asked for. Never throws. */
async function store(
  { db, onError }: DeliverDeps,
  letter: Due,
  settlement: Settlement,
): Promise<void> {
  const triesMax = STORE_MS / STORE_PAUSE_MS;
  for (let tries = 1; ; tries += 1)
    try {
      await settleLetter(db, letter, settlement);
      return;
    } catch (error) {
      onError(error);
      if (tries >= triesMax) return;
      await pause(STORE_PAUSE_MS);
    }
}

/** A mail that needs the places of another lane. */
interface Moved {
  readonly lane: Lane;
}

async function handOver(deps: DeliverDeps, letter: Due): Promise<Handover | Moved> {
  const { db, peers, post, publicUrl } = deps;
  const addressed = await address(peers, letter, publicUrl);
  if ('dropped' in addressed) return { outcome: 'dropped', reason: addressed.dropped };
  if ('lane' in addressed) return addressed;
  if (await isAskedAlready(db, letter)) return { outcome: 'dropped', reason: ASKED };
  const { from, to, language, facts: known, attachment } = addressed;
  await saveReader(db, letter, to);
  const obstacle = findObstacle(
    letter.kind,
    await findSuppressions(db, to.toLowerCase(), letter.accountId),
  );
  if (obstacle) return { outcome: 'dropped', reason: `the address is suppressed: ${obstacle}` };
  const unsubscribeUrl = await unsubscribeUrlOf(deps, letter, to);
  const { reader, logoUrl } = await dressed(
    deps,
    letter,
    pickLocale(letterTexts, language, undefined),
  );
  const rendered = writeLetter(reader, letter.kind, { ...known, logoUrl, unsubscribeUrl });
  // The same for each attempt: by it a mailbox can tell that it has a mail already.
  const messageId = `${letter.id}@florin`;
  return post.send(letter.lane, {
    ...{ messageId, from: from.name, replyTo: from.email, to, attachment },
    ...rendered,
    unsubscribeUrl,
  });
}

const ASKED = 'a mail about the failed charge asks for the payment already';

/** Whether a mail about a failed charge leads the customer to the same payment. */
async function isAskedAlready(db: DeliverDeps['db'], { kind, values }: Due): Promise<boolean> {
  const { invoiceId } = values;
  return kind === 'payment_request' && invoiceId !== null && (await hasFailureMail(db, invoiceId));
}

/** With the logo and the words of the seller, in mails to their customers. */
async function dressed(
  { db, peers }: DeliverDeps,
  { kind: asked, accountId }: Due,
  reader: Locale<LetterTexts>,
): Promise<{ readonly reader: Locale<LetterTexts>; readonly logoUrl: string | null }> {
  const kind = templateKinds.find((each) => each === asked);
  if (accountId === null || kind === undefined) return { reader, logoUrl: null };
  const { language, texts } = reader;
  const [template, logoUrl = null] = await Promise.all([
    findTemplate(db, { accountId, kind, language }),
    peers.findLogo(accountId, newId()),
  ]);
  return { reader: { ...reader, texts: withTemplate(texts, kind, template) }, logoUrl };
}

/** Where its reader does without such mails; undefined for what they have to get. */
async function unsubscribeUrlOf(
  { db, publicUrl }: DeliverDeps,
  { kind, accountId }: Due,
  to: string,
): Promise<string | undefined> {
  if (accountId === null || !isOptional(kind)) return undefined;
  return `${publicUrl}/mail/unsubscribe/${await findOrMakeToken(db, accountId, to.toLowerCase())}`;
}
