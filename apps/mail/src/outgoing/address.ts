import { newId } from '@florin/contracts';
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

const GONE = { dropped: 'what it is about is not there any more' };
/** Where customers are led to the page of their payment. */
const linked: ReadonlySet<LetterKind> = new Set(['payment_request', 'receipt']);

/** Asks those who know, when it is sent: the account may be called otherwise by then, or be closed. */
export async function address(peers: Peers, letter: Due): Promise<Addressed> {
  const { kind, accountId, receiver, values } = letter;
  const { paymentId, reference, name } = values;
  const requestId = newId();
  const account = await peers.findAccount(accountId, requestId);
  if (!account) return GONE;
  const { email, language } = account;
  const facts = { account: account.name, reference, name, url: null };
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
