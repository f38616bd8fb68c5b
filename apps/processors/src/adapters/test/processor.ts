import { summarize } from '@florin/cards';
import { AppError } from '@florin/contracts';
import type { CardColumns } from '../../card-columns.ts';
import type { CardSummary, ChargeState, Notice, SavedMethod } from '../../contract/model.ts';
import type { Card, ChargeOrder, Processor } from '../../contract/processor.ts';
import type { Db } from '../../schema.ts';
import { declinesWhenSaved, outcomeOfTestCard } from './cards.ts';
import {
  captureReserved,
  findTestCharge,
  keep,
  releaseReserved,
  type TestCharge,
} from './charges.ts';
import { answerDispute, findDispute, listChangedDisputes } from './disputes.ts';
import { listLines } from './lines.ts';
import { isRemoved, remove } from './methods.ts';
import { listSaved, openSetup } from './setups.ts';
import { findOne, listChangedTransfers, payOut, refund } from './transfers.ts';

/** Delay of cards whose outcome is first unknown. */
const RESOLVE_AFTER_MS = 6_000;
/** How long a page for saving a card stays open. */
const PAGE_OPEN_MS = 86_400_000;
/** Prefix of the test processor's own ids. */
const REFERENCE = 'test_';

/**
 * A card network with test cards. Like an external one it writes its own tables in its own
 * transactions, so that its records survive failed callers.
 */
export function makeTestProcessor(
  db: Db,
  publicUrl: string,
  resolveAfterMs = RESOLVE_AFTER_MS,
): Processor {
  const find = (id: string) => findTestCharge(db, id, resolveAfterMs);
  return {
    name: 'test',
    livemode: false,
    abilities: {
      pays: 'form',
      savesMethods: true,
      capturesLater: true,
      refunds: true,
      disputes: true,
      payouts: true,
      webhooks: false,
      merchants: false,
    },
    async authorize(order) {
      const charge = await keep(db, toCharge(order), resolveAfterMs);
      return toState(charge);
    },
    async capture({ id }, amount) {
      await captureReserved(db, id, amount);
      return toState(mustFind(await find(id)));
    },
    async cancel({ id, merchant }) {
      await keep(db, { id, status: 'canceled', account_id: merchant.accountId }, resolveAfterMs);
      await releaseReserved(db, id);
      return toState(mustFind(await find(id)));
    },
    async find({ id }) {
      const charge = await find(id);
      return charge ? toState(charge) : { status: 'unknown' };
    },
    async saveMethod({ id, saves, returnUrl }) {
      const setup = await openSetup(db, { id, mandate: saves.mandate, return_url: returnUrl });
      const reference = `${REFERENCE}${id}`;
      const card = cardOf(setup);
      if (card) return { status: 'saved', method: { reference, customerReference: null, card } };
      if (Date.now() - setup.created_at.getTime() > PAGE_OPEN_MS) return { status: 'canceled' };
      const url = `${publicUrl}/pay/test_cards/${setup.token}`;
      return { status: 'requires_action', url, reference };
    },
    findMethod: async (method) => ((await isRemoved(db, method)) ? undefined : method),
    removeMethod: (method) => remove(db, method),
    async chargeSaved({ id, merchant, amount, currency, method }) {
      const isGone = method.card === null || (await isRemoved(db, method));
      const isDeclined = isGone || declinesWhenSaved(method.card?.last4 ?? '');
      const charge = await keep(
        db,
        {
          id,
          account_id: merchant.accountId,
          amount,
          currency,
          status: isDeclined ? 'declined' : 'succeeded',
          captured: isDeclined ? null : amount,
          code: isDeclined ? 'generic_decline' : null,
          ...toColumns(method.card),
        },
        resolveAfterMs,
      );
      return toState(charge);
    },
    refund: (order) => refund(db, order),
    findRefund: ({ id }) => findOne(db, id),
    findDispute: (reference) => findDispute(db, reference),
    answerDispute: (reference, _merchant, evidence, id) =>
      answerDispute(db, reference, evidence, id),
    payOut: (order) => payOut(db, order),
    findPayout: ({ id }) => findOne(db, id),
    parseWebhook() {
      throw new AppError('not_found', 'the test processor sends no webhooks');
    },
    listNotices: (since) => listNotices(db, since),
    listSettlements: (_merchant, cursor) => listLines(db, cursor),
  };
}

/** Changes without a request; each change of an object is a separate notice. */
async function listNotices(db: Db, since: number): Promise<readonly Notice[]> {
  const [transfers, disputes, setups] = await Promise.all([
    listChangedTransfers(db, since),
    listChangedDisputes(db, since),
    listSaved(db, since),
  ]);
  return [
    ...transfers.map((row) => ({ ...row, about: row.kind })),
    ...disputes.map((row) => ({ ...row, about: 'dispute' as const })),
    ...setups.map((id) => ({ id, about: 'method' as const, status: 'saved' })),
  ].map(({ id, about, status }) => ({
    id: `${about} ${id} ${status}`,
    about,
    reference: `${REFERENCE}${id}`,
    ourId: about === 'dispute' ? null : id,
    merchantReference: null,
  }));
}

function toCharge(order: ChargeOrder): Parameters<typeof keep>[1] {
  const { id, merchant, amount, currency, capture } = order;
  const card = mustType(order.card);
  const verdict = outcomeOfTestCard(card.number);
  const taken =
    verdict.status === 'succeeded' && capture === 'manual' ? 'authorized' : verdict.status;
  return {
    id,
    account_id: merchant.accountId,
    status: taken,
    amount,
    currency,
    captured: taken === 'succeeded' ? amount : null,
    code: verdict.status === 'declined' ? verdict.code : null,
    saves: order.saves !== null,
    ...toColumns(toSummary(card)),
  };
}

function mustType(card: Card | null): Card {
  if (card) return card;
  throw new AppError('invalid_request', 'the test processor needs a card');
}

function toSummary({ number, expMonth, expYear }: Card): CardSummary {
  return { ...summarize(number), expMonth, expYear };
}

function toColumns(card: CardSummary | null) {
  return {
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    card_exp_month: card?.expMonth ?? null,
    card_exp_year: card?.expYear ?? null,
  };
}

function mustFind(charge: TestCharge | undefined): TestCharge {
  if (charge) return charge;
  throw new AppError('not_found', 'the test processor knows no such charge');
}

function cardOf(row: CardColumns): CardSummary | null {
  const { card_brand: brand, card_last4: last4 } = row;
  if (brand === null || last4 === null) return null;
  return { brand, last4, expMonth: row.card_exp_month, expYear: row.card_exp_year };
}

function savedOf(charge: TestCharge): SavedMethod {
  return { reference: `${REFERENCE}${charge.id}`, customerReference: null, card: cardOf(charge) };
}

function toState(charge: TestCharge): ChargeState {
  const { id, status, code } = charge;
  const reference = `${REFERENCE}${id}`;
  const card = cardOf(charge);
  switch (status) {
    case 'canceled':
      return { status };
    case 'pending':
      return { status, reference };
    case 'authorized':
      return { status, reference, card };
    case 'declined':
      return { status, reference, card, code: code ?? 'generic_decline' };
    case 'succeeded':
      return { status, reference, card, saved: charge.saves ? savedOf(charge) : null };
    default:
      return status satisfies never;
  }
}
