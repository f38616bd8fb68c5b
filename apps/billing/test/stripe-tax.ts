import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineSettings } from '../src/config.ts';

type Answer = readonly [status: number, body: object];
type Form = URLSearchParams;

interface StoredLine {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly amount_tax: number;
}

export interface Reported {
  readonly id: string;
  readonly reference: string;
  /** The transaction that it reverses; null for a sale. */
  readonly reverses: string | null;
  readonly lines: readonly StoredLine[];
}

/** Behavior of the fake, and the requests that it received. */
export interface StripeTaxStandIn extends EngineSettings {
  /** `down`: 503. `wrong_sum`, `other_line`, `text`: invalid answers. */
  state: 'up' | 'down' | 'wrong_sum' | 'other_line' | 'text';
  /** Responses wait for it. */
  held: Promise<void> | undefined;
  /** Number of responses to lose after their work is done. */
  lost: number;
  readonly asked: { readonly path: string; readonly form: Form }[];
  readonly reported: Reported[];
  /** Rates by US state, in ten-thousandths of a percent. */
  readonly rates: Record<
    string,
    readonly (readonly [level: string, name: string, units: number])[]
  >;
  stop(): Promise<void>;
}

const KEYS = { live: 'sk_live_florin', test: 'sk_test_florin' };
const UNITS_PER_WHOLE = 1_000_000;

const ratesOf2026 = (): StripeTaxStandIn['rates'] => ({
  WA: [
    ['state', 'Washington', 65_000],
    ['city', 'Seattle', 38_500],
  ],
  CA: [['state', 'California', 72_500]],
  NY: [['state', 'New York', 88_750]],
});

/** A local fake of Stripe Tax, with the real response shapes. */
export async function startStripeTax(): Promise<StripeTaxStandIn> {
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const calculations = new Map<string, readonly StoredLine[]>();
  const byKey = new Map<string, { readonly text: string; readonly answer: Answer }>();
  let counted = 0;
  const nextId = (prefix: string) => {
    counted += 1;
    return `${prefix}_${String(counted).padStart(8, '0')}`;
  };
  const self: StripeTaxStandIn = {
    stripeTax: { url, liveKey: KEYS.live, testKey: KEYS.test },
    state: 'up',
    held: undefined,
    lost: 0,
    asked: [],
    reported: [],
    rates: ratesOf2026(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const text = await readAll(request);
    const path = request.url ?? '';
    self.asked.push({ path, form: new URLSearchParams(text) });
    await self.held;
    const [status, body] = answerTo(request, path, text);
    if (self.lost > 0) {
      self.lost -= 1;
      return void request.socket.destroy();
    }
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(self.state === 'text' ? 'hello' : JSON.stringify(body));
  }

  function answerTo(request: IncomingMessage, path: string, text: string): Answer {
    if (self.state === 'down') return [503, { error: { type: 'api_error' } }];
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!Object.values(KEYS).includes(key))
      return [401, { error: { type: 'invalid_request_error' } }];
    if (request.headers['stripe-version'] !== '2026-10-28.endive') return refusal('version');
    const idempotencyKey = request.headers['idempotency-key'];
    if (typeof idempotencyKey !== 'string') return handle(path, new URLSearchParams(text));
    const before = byKey.get(idempotencyKey);
    if (before) return before.text === text ? before.answer : refusal('idempotency_error');
    const answer = handle(path, new URLSearchParams(text));
    if (answer[0] === 200) byKey.set(idempotencyKey, { text, answer });
    return answer;
  }

  function handle(path: string, form: Form): Answer {
    if (path === '/v1/tax/calculations') return calculate(form);
    const reference = form.get('reference') ?? '';
    if (self.reported.some((each) => each.reference === reference))
      return refusal('resource_already_exists', 'reference');
    if (path === '/v1/tax/transactions/create_from_calculation') return report(form, reference);
    return path === '/v1/tax/transactions/create_reversal'
      ? reverse(form, reference)
      : refusal('url');
  }

  function calculate(form: Form): Answer {
    const at = (name: string) => form.get(`customer_details[address][${name}]`) ?? '';
    if (at('country') === '')
      return refusal('parameter_missing', 'customer_details[address][country]');
    if (at('country') === 'US' && !/^\d{5}/.test(at('postal_code')))
      return refusal('customer_tax_location_invalid', 'customer_details[address]');
    const isExempt = form.get('customer_details[taxability_override]') === 'customer_exempt';
    const lines: ReturnType<typeof lineOf>[] = [];
    for (let index = 0; form.has(`line_items[${index}][amount]`); index += 1) {
      const of = (name: string) => form.get(`line_items[${index}][${name}]`) ?? '';
      const amount = Number(of('amount'));
      if (!Number.isInteger(amount) || amount <= 0) return refusal('parameter_invalid_integer');
      const isFree = isExempt || of('tax_code') === 'txcd_00000000';
      const rates = at('country') === 'US' && !isFree ? (self.rates[at('state')] ?? []) : [];
      lines.push(lineOf(of, amount, rates, { country: at('country'), state: at('state') }, isFree));
    }
    const sum = (behavior: string) =>
      lines.reduce(
        (all, line) => (line.tax_behavior === behavior ? all + line.amount_tax : all),
        0,
      );
    const exclusive = sum('exclusive');
    const id = nextId('taxcalc');
    calculations.set(id, lines);
    const priced = lines.reduce((all, { amount }) => all + amount, 0);
    const isWrong = self.state === 'wrong_sum';
    const shown =
      self.state === 'other_line'
        ? lines.map((line) => ({ ...line, amount: line.amount + 1 }))
        : lines;
    return [
      200,
      {
        ...{ id, object: 'tax.calculation', currency: form.get('currency'), livemode: false },
        amount_total: priced + exclusive + (isWrong ? 1 : 0),
        tax_amount_exclusive: exclusive,
        tax_amount_inclusive: sum('inclusive'),
        line_items: { object: 'list', data: shown, has_more: false },
      },
    ];
  }

  function lineOf(
    of: (name: string) => string,
    amount: number,
    rates: StripeTaxStandIn['rates'][string],
    place: { readonly country: string; readonly state: string },
    isExempt: boolean,
  ) {
    const behavior = of('tax_behavior');
    const units = rates.reduce((all, [, , each]) => all + each, 0);
    const whole = behavior === 'inclusive' ? UNITS_PER_WHOLE + units : UNITS_PER_WHOLE;
    const parts = rates.map(([level, display_name, each]) => ({
      amount: Math.round((amount * each) / whole),
      jurisdiction: { ...place, level, display_name },
      sourcing: 'destination',
      tax_rate_details: {
        ...{ display_name: 'Sales tax', percentage_decimal: String(each / 10_000) },
        tax_type: 'sales_tax',
      },
      taxability_reason: 'standard_rated',
      taxable_amount: amount,
    }));
    const none = {
      ...{ amount: 0, sourcing: 'destination', tax_rate_details: null, taxable_amount: 0 },
      jurisdiction: { ...place, level: 'state', display_name: place.state || place.country },
      taxability_reason: isExempt ? 'product_exempt' : 'not_collecting',
    };
    return {
      id: nextId('tax_li'),
      ...{ reference: of('reference'), amount, tax_behavior: behavior },
      amount_tax: parts.reduce((all, part) => all + part.amount, 0),
      tax_breakdown: parts.length > 0 ? parts : [none],
    };
  }

  function report(form: Form, reference: string): Answer {
    const calculated = calculations.get(form.get('calculation') ?? '');
    if (!calculated) return [404, { error: { code: 'resource_missing', param: 'calculation' } }];
    const lines = calculated.map((line) => ({ ...line, id: nextId('tax_li') }));
    return add({ id: nextId('tax'), reference, reverses: null, lines });
  }

  function reverse(form: Form, reference: string): Answer {
    const original = self.reported.find(({ id }) => id === form.get('original_transaction'));
    if (!original) return [404, { error: { code: 'resource_missing' } }];
    const earlier = self.reported.filter(({ reverses }) => reverses === original.id);
    if (form.get('mode') === 'full') {
      if (earlier.length > 0) return refusal('tax_transaction_reversed');
      const lines = original.lines.map((line) => negated(line, line.amount, line.amount_tax));
      return add({ id: nextId('tax'), reference, reverses: original.id, lines });
    }
    const lines: StoredLine[] = [];
    for (let index = 0; form.has(`line_items[${index}][original_line_item]`); index += 1) {
      const of = (name: string) => form.get(`line_items[${index}][${name}]`) ?? '';
      const line = original.lines.find(({ id }) => id === of('original_line_item'));
      if (!line) return refusal('resource_missing');
      const left = earlier
        .flatMap((each) => each.lines)
        .filter((each) => each.reference === line.reference)
        .reduce((all, each) => all + each.amount, line.amount);
      const amount = -Number(of('amount'));
      if (amount < 0 || amount > left) return refusal('amount_too_large');
      lines.push(negated(line, amount, -Number(of('amount_tax'))));
    }
    return add({ id: nextId('tax'), reference, reverses: original.id, lines });
  }

  function add(reported: Reported): Answer {
    self.reported.push(reported);
    const { id, reference, lines } = reported;
    return [200, { id, object: 'tax.transaction', reference, line_items: { data: lines } }];
  }

  return self;
}

function negated(line: StoredLine, amount: number, tax: number): StoredLine {
  return { ...line, amount: -amount, amount_tax: -tax };
}

function refusal(code: string, param?: string): Answer {
  return [400, { error: { type: 'invalid_request_error', code, param } }];
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
