import { AppError, newId, type Uuid } from '@florin/contracts';
import { formatAmount, parseCurrency } from '@florin/money';
import { pickLocale } from '@florin/pages';
import { letterTexts } from '../letters/languages.ts';
import { type LetterFacts, renderLetter } from '../letters/render.ts';
import type { Peers } from '../peers.ts';
import type { Db } from '../schema.ts';
import type { Post } from '../smtp/post.ts';
import { type Handover, settle } from './model.ts';
import { type Due, settleLetter, takeDue } from './queries.ts';

export interface DeliverDeps {
  readonly db: Db;
  readonly peers: Peers;
  readonly post: Post;
  readonly onError: (error: unknown) => void;
}

/** Mails that one process has on their way at a time. */
const CONCURRENT_MAX = 10;
/** Longer than any attempt takes: questions to others, and every timeout of SMTP. */
const LEASE_MS = 180_000;

/**
 * Hands over some of what is due.
 *
 * An attempt whose end nobody has seen (the process was killed, or the connection broke after the
 * message and before its answer) is made again, under the same Message-ID: a mail that is missing costs
 * more than one that comes twice, and many mailboxes show such a pair as one.
 * @returns whether there may be more
 */
export async function deliverDue(deps: DeliverDeps): Promise<boolean> {
  const due = await takeDue(deps.db, CONCURRENT_MAX, LEASE_MS);
  await Promise.all(due.map((letter) => deliver(deps, letter)));
  return due.length === CONCURRENT_MAX;
}

async function deliver(deps: DeliverDeps, letter: Due): Promise<void> {
  const handover = await handOver(deps, letter).catch((error: unknown): Handover => {
    if (!(error instanceof AppError)) deps.onError(error);
    return { outcome: 'again', reason: error instanceof Error ? error.message : String(error) };
  });
  await settleLetter(deps.db, letter, settle(handover, letter.attempts));
}

async function handOver({ peers, post }: DeliverDeps, letter: Due): Promise<Handover> {
  const { id, kind, accountId, values } = letter;
  const requestId = newId();
  const [seller, payment] = await Promise.all([
    peers.findSeller(accountId, requestId),
    peers.findPayment(accountId, values.paymentId, requestId),
  ]);
  const currency = parseCurrency(values.currency);
  if (!seller || !payment || !currency)
    return { outcome: 'dropped', reason: 'what it is about is not there any more' };
  if (kind === 'payment_request' && payment.status !== 'pending')
    return { outcome: 'dropped', reason: `the payment is ${payment.status} already` };
  const { tag, texts } = pickLocale(letterTexts, seller.language, undefined);
  const facts: LetterFacts = {
    kind,
    tag,
    seller: seller.name,
    amount: formatAmount(BigInt(values.amount), currency, tag),
    reference: values.reference,
    url: kind === 'refund' ? null : payment.url,
  };
  return post.send({
    messageId: messageIdOf(id),
    from: seller.name,
    replyTo: seller.email,
    to: letter.receiver ?? payment.customerEmail,
    ...renderLetter(texts, facts),
  });
}

/** The same for each attempt, by which a mailbox can tell that it has a mail already. */
function messageIdOf(id: Uuid): string {
  return `${id}@florin`;
}
