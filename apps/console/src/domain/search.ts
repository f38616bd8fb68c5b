import {
  customerOf,
  type DomainEvent,
  type IdKind,
  isPublicId,
  livemodeOf,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { spellingsOf } from './fold.ts';

/** Searchable kinds, by their name in the API. */
export const foundKinds = {
  account: 'account',
  user: 'user',
  api_key: 'apiKey',
  invitation: 'invitation',
  transaction: 'transaction',
  payment: 'paymentRequest',
  payment_method: 'paymentMethod',
  refund: 'refund',
  dispute: 'dispute',
  payout: 'payout',
  customer: 'customer',
  subscription: 'subscription',
  invoice: 'invoice',
  credit_note: 'creditNote',
} as const satisfies Record<string, IdKind>;
export type FoundKind = keyof typeof foundKinds;

/** An object as indexed. */
export interface Found {
  readonly id: Uuid;
  readonly kind: FoundKind;
  readonly accountId: Uuid | null;
  readonly sequence: number;
  /** Display name. */
  readonly title: string;
  readonly detail: string | null;
  /** Minor units; null with the currency. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly status: string | null;
  readonly terms: readonly string[];
  readonly isGone: boolean;
  /** Null where it belongs to no customer. */
  readonly customerId: Uuid | null;
  readonly createdAt: Date;
}

const TERMS_MAX = 24;
const TERM_LENGTH_MAX = 64;
const TEXT_LENGTH_MAX = 200;
const gone: readonly string[] = [
  ...['user.deleted', 'user.anonymized', 'payment_method.removed', 'invitation.revoked'],
];

/** The newest state of each object in these events. */
export function newestOf(events: readonly DomainEvent[]): readonly Found[] {
  const newest = new Map<Uuid, Found>();
  for (const event of events) {
    const found = toFound(event);
    if (found && found.sequence > (newest.get(found.id)?.sequence ?? 0))
      newest.set(found.id, found);
  }
  return [...newest.values()];
}

/** Undefined if the event is not searchable: sessions, operations, kinds of newer versions. */
function toFound(event: DomainEvent): Found | undefined {
  const kind = String(event.data.object.object);
  if (!isFoundKind(kind)) return undefined;
  const object = readerOf(event.data.object);
  const common = {
    id: event.aggregate_id,
    kind,
    accountId: event.account_id,
    sequence: event.aggregate_sequence,
    customerId: customerOf(event.data.object) ?? null,
    createdAt: new Date(object.text('created_at') ?? event.created_at),
  };
  if (gone.includes(event.type))
    return {
      ...common,
      ...{ title: '', detail: null, amount: null, currency: null, status: null },
      ...{ terms: [], isGone: true },
    };
  const names = namesOf(kind, object);
  // Not indexed: too many transactions share a type.
  const type = kind === 'transaction' ? object.text('type') : null;
  const [title, detail] = type === null ? names : [...names, type];
  const currency = object.text('currency');
  const amount = currency === null ? null : amountOf(object);
  return {
    ...common,
    title: shorten(title ?? toPublicId(foundKinds[kind], event.aggregate_id)),
    detail: shorten(detail ?? null),
    amount,
    currency: amount === null ? null : currency,
    status: object.text('status'),
    terms: [...new Set(names.flatMap(termsOf))].filter((term) => term !== '').slice(0, TERMS_MAX),
    isGone: false,
  };
}

interface ObjectReader {
  readonly text: (name: string) => string | null;
  readonly number: (name: string) => number | null;
  readonly inside: (name: string) => ObjectReader;
}

/** Reads fields of another service's object, of any version. */
function readerOf(object: Readonly<Record<string, unknown>>): ObjectReader {
  return {
    text: (name) => (typeof object[name] === 'string' ? object[name] || null : null),
    number: (name) => (Number.isSafeInteger(object[name]) ? Number(object[name]) : null),
    inside: (name) => readerOf((object[name] ?? {}) as Record<string, unknown>),
  };
}

/** Kinds whose title is a number or a plan, never a person's name. */
const impersonal: ReadonlySet<FoundKind> = new Set(['subscription', 'invoice', 'credit_note']);

/** An indexed object once the personal data of its customer was erased. */
export function redactFound({
  id,
  kind,
  title,
}: Pick<Found, 'id' | 'kind' | 'title'>): Pick<Found, 'title' | 'detail' | 'terms'> {
  const isKept = impersonal.has(kind);
  return {
    title: isKept ? title : toPublicId(foundKinds[kind], id),
    detail: null,
    terms: isKept ? termsOf(title).slice(0, TERMS_MAX) : [],
  };
}

/** Names of an object, best first. */
function namesOf(kind: FoundKind, object: ObjectReader): readonly string[] {
  const card = object.inside('card');
  const last4 = card.text('last4');
  const names = {
    account: [object.text('name'), object.text('email')],
    user: [object.text('name'), object.text('email'), object.text('username')],
    api_key: [object.text('name'), object.text('prefix')],
    invitation: [object.text('email')],
    transaction: [object.text('reference')],
    payment: [object.text('customer_email'), object.text('reference')],
    payment_method: [last4 && `${card.text('brand') ?? ''} •••• ${last4}`.trim()],
    refund: [object.text('reason'), object.text('payment_id')],
    dispute: [object.text('reason'), object.text('payment_id')],
    payout: [object.text('reference'), object.text('processor')],
    customer: [
      ...[object.text('name'), object.text('email'), object.text('company')],
      object.text('external_id'),
    ],
    subscription: [object.text('plan_id') ?? object.text('plan'), object.text('customer_id')],
    invoice: [
      object.text('document_number') ?? object.number('number')?.toString() ?? null,
      ...[object.inside('buyer').text('name'), object.text('customer_id')],
      object.inside('buyer').text('email'),
    ],
    credit_note: [object.text('document_number'), object.text('invoice_document_number')],
  }[kind];
  return names.filter((name) => name !== null);
}

function amountOf(object: ObjectReader): number | null {
  return object.number('amount') ?? object.number('total') ?? object.number('amount_due');
}

/**
 * Search terms of a text: the text and each of its words (lower case, NFKC) in all spellings of
 * `spellingsOf`. IDs have none, since many share a prefix.
 */
export function termsOf(text: string): readonly string[] {
  const plain = plainOf(text);
  if (plain === '') return [];
  const pieces = plain.split(/\s+/);
  const words = pieces
    .filter((piece) => !isPublicId(piece))
    .flatMap((piece) => piece.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 1);
  const terms = [plain, ...pieces, ...words];
  return [...new Set([...terms, ...terms.flatMap(spellingsOf)].map(cutTerm))];
}

/** The indexed prefix of a word. */
export const cutTerm = (term: string): string => cut(term, TERM_LENGTH_MAX);

/** Normal form in which terms and queries are compared. */
export function plainOf(text: string): string {
  return text.slice(0, TEXT_LENGTH_MAX).normalize('NFKC').toLowerCase().trim();
}

function isFoundKind(kind: string): kind is FoundKind {
  return Object.hasOwn(foundKinds, kind);
}

function shorten(text: string): string;
function shorten(text: string | null): string | null;
function shorten(text: string | null): string | null {
  return text === null ? null : cut(text, TEXT_LENGTH_MAX);
}

/** Cuts between code points: half a surrogate pair is not valid text for Postgres. */
function cut(text: string, lengthMax: number): string {
  return text.length > lengthMax ? [...text].slice(0, lengthMax).join('') : text;
}

/** A search result as the API returns it. */
export function toSearchResult(found: Omit<Found, 'terms' | 'isGone' | 'sequence' | 'customerId'>) {
  return {
    id: toPublicId(foundKinds[found.kind], found.id),
    object: 'search_result' as const,
    kind: found.kind,
    livemode: livemodeOf(found.accountId),
    account_id: found.accountId && toPublicId('account', found.accountId),
    title: found.title,
    detail: found.detail,
    amount: found.amount,
    currency: found.currency,
    status: found.status,
    created_at: found.createdAt.toISOString(),
  };
}
