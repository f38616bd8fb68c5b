import type { AttemptResult, Exchange } from '@florin/system-kit';

/** A transaction as stored by the ledger, with public ids. */
export interface KeptTransaction {
  readonly id: string;
  readonly account_id: string;
  readonly reference: string | null;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly captured_amount: number | null;
}

export interface Judgement {
  /** Acknowledged, but missing. */
  readonly lost: readonly string[];
  /** Several effects or answers of one request. */
  readonly duplicate: readonly string[];
  /** Present, but different from the answer. */
  readonly changed: readonly string[];
  /** Present, although the client was answered that nothing was done. */
  readonly denied: readonly string[];
  /** Answers of 500, which always mean a bug. */
  readonly bugs: number;
  /** Requests with a key that never got a final answer. */
  readonly unanswered: number;
  readonly acknowledged: number;
}

type Answered = Extract<AttemptResult, { status: number }>;

/** Captures and cancellations. */
const CHANGES = /^(?:POST|DELETE) \/v1\/transactions\/(txn_[^/]+)(?:\/capture)?$/;

/** Compares the answers to clients with the stored transactions. Pure. */
export function judge(exchanges: readonly Exchange[], kept: readonly KeptTransaction[]): Judgement {
  const found = { lost: [], duplicate: [], changed: [], denied: [] } as Record<
    'lost' | 'duplicate' | 'changed' | 'denied',
    string[]
  >;
  const byReference = Map.groupBy(kept, ({ reference }) => reference ?? '');
  const byId = new Map(kept.map((transaction) => [transaction.id, transaction]));

  for (const [reference, requests] of Map.groupBy(exchanges.filter(isCreation), referenceOf)) {
    const there = byReference.get(reference) ?? [];
    const answers = requests.flatMap(({ results }) => results).filter(isAcknowledgement);
    const ids = new Set(answers.map(({ body }) => body.id));
    const [answer] = answers;
    if (there.length > 1 || ids.size > 1) found.duplicate.push(reference);
    if (answer && there.length === 0) found.lost.push(reference);
    if (answer && there.length === 1 && !isAsAnswered(answer.body, there[0]))
      found.changed.push(reference);
    if (!answer && there.length > 0 && requests.every(wasRefused)) found.denied.push(reference);
  }
  for (const { intent, results } of exchanges) {
    const id = CHANGES.exec(`${intent.method} ${intent.path}`)?.[1];
    const answer = results.find(isAcknowledgement);
    if (id === undefined || !answer) continue;
    const there = byId.get(id);
    if (!there) found.lost.push(id);
    else if (!isChangedAsAnswered(answer.body, there)) found.changed.push(id);
  }
  return {
    ...found,
    acknowledged: exchanges.filter(({ results }) => results.some(isAcknowledgement)).length,
    bugs: exchanges.flatMap(({ results }) => results).filter(isBug).length,
    unanswered: exchanges.filter(
      ({ intent, results }) => intent.key !== null && !results.some(isFinal),
    ).length,
  };
}

function isCreation({ intent }: Exchange): boolean {
  return intent.method === 'POST' && intent.path === '/v1/transactions';
}

function referenceOf({ intent }: Exchange): string {
  return (intent.body as { reference?: string }).reference ?? '';
}

function isAcknowledgement(result: AttemptResult): result is Answered {
  return 'status' in result && result.status < 300;
}

function isBug(result: AttemptResult): boolean {
  return 'status' in result && result.status === 500;
}

function isFinal(result: AttemptResult): boolean {
  return 'status' in result && result.status !== 503;
}

/** Every attempt was refused without an effect. */
function wasRefused({ results }: Exchange): boolean {
  return results.every(
    (result) =>
      'status' in result &&
      (result.status < 500 || /nothing was done/.test(String(result.body?.message))),
  );
}

function isAsAnswered(body: KeptTransaction, there: KeptTransaction | undefined): boolean {
  return (['id', 'account_id', 'type', 'amount', 'currency', 'reference'] as const).every(
    (field) => there?.[field] === body[field],
  );
}

/** A cancellation and a capture are final. */
function isChangedAsAnswered(body: KeptTransaction, there: KeptTransaction): boolean {
  return (
    there.status === body.status &&
    (body.captured_amount === undefined || there.captured_amount === body.captured_amount)
  );
}
