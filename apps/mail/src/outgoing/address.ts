import { newId, type Uuid } from '@florin/contracts';
import type { LetterFacts } from '../letters/render.ts';
import type { Account, Peers } from '../peers.ts';
import type { LetterKind } from '../rules/model.ts';
import type { Due } from './queries.ts';

/** Who says what to whom, or why nobody does. */
export type Addressed =
  | { readonly dropped: string }
  | {
      /** Whose name readers see, and whom they answer. */
      readonly from: Pick<Account, 'name' | 'email'>;
      readonly to: string;
      /** Of the reader (BCP 47); undefined where nobody has chosen one. */
      readonly language: string | undefined;
      readonly facts: Omit<LetterFacts, 'tag' | 'amount'>;
    };

const CONFIRMED = { dropped: 'it is confirmed already, or it is too late for it' };
const GONE = { dropped: 'what it is about is not there any more' };
/** Where customers are led to the page of their payment. */
const linked: ReadonlySet<LetterKind> = new Set(['payment_request', 'receipt']);
const nothing = { reference: null, name: null, url: null, code: null };

/** Asks those who know, when it is sent: the account may be called otherwise by then, or be closed. */
export async function address(peers: Peers, letter: Due): Promise<Addressed> {
  const { kind, accountId, receiver, values } = letter;
  const { paymentId, confirmationId, reference, name } = values;
  const requestId = newId();
  if (confirmationId !== null) return addressUser(peers, letter, confirmationId, requestId);
  if (accountId === null) return GONE;
  const account = await peers.findAccount(accountId, requestId);
  if (!account) return GONE;
  const { email, language } = account;
  const facts = { ...nothing, account: account.name, reference, name };
  if (paymentId === null) {
    const from = await peers.getPlatform(requestId);
    return { from, to: email, language, facts };
  }
  const payment = await peers.findPayment(accountId, paymentId, requestId);
  if (!payment) return GONE;
  const { status, url, customerEmail } = payment;
  if (kind === 'payment_request' && status !== 'pending')
    return { dropped: `the payment is ${status} already` };
  return {
    ...{ from: account, to: receiver ?? customerEmail, language },
    facts: { ...facts, url: linked.has(kind) ? url : null },
  };
}

/** To whoever logs in, in the name of this Florin. */
async function addressUser(
  peers: Peers,
  { accountId, receiver }: Due,
  confirmationId: Uuid,
  requestId: string,
): Promise<Addressed> {
  if (receiver === null) return GONE;
  const from = await peers.getPlatform(requestId);
  const account = accountId === null ? undefined : await peers.findAccount(accountId, requestId);
  // Last, so that as few as possible are made in vain.
  const link = await peers.makeLink(confirmationId, requestId);
  if (!link) return CONFIRMED;
  const { url, code, newEmail, language = account?.language } = link;
  const facts = { ...nothing, account: from.name, name: newEmail, url, code };
  return { from, to: receiver, language, facts };
}
