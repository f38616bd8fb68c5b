import { describe, expect, it } from 'vitest';
import { makeDay, REQUESTS_SHARE } from './day.ts';

const holders = ['a', 'b', 'c'].map((name) => ({
  accountId: `acc_${name}`,
  token: `token-${name}`,
  refreshToken: `refresh-${name}`,
  subscriptionId: `sub_${name}`,
}));
const logins = [{ email: 'ada@example.com', password: 'secret' }];

function open(seed = 1) {
  let nowMs = 0;
  const day = makeDay({ holders, logins, seed, nowMs: () => nowMs });
  return { day, pass: (ms: number) => (nowMs += ms) };
}
const targetOf = ({ text }: { readonly text: string }) => text.split(' HTTP', 1)[0] ?? '';
const bodyOf = ({ text }: { readonly text: string }) => text.split('\r\n\r\n')[1] ?? '';

/** Answers like Florin, and records the requests. */
function live(requests: number, seed = 1) {
  const { day, pass } = open(seed);
  return Array.from({ length: requests }, (_, index) => {
    pass(100);
    const asked = day.nextRequest();
    const isRequest = targetOf(asked) === 'POST /v1/payments';
    const body = isRequest
      ? `{"id":"pay_${index}","payment_url":"http://x/pay/page-${index}"}`
      : `{"id":"txn_${index}"}`;
    asked.hear({ status: 201, body });
    return asked;
  });
}

describe('a day', () => {
  it('is the same for the same seed', () => {
    expect(live(300).map(targetOf)).toEqual(live(300).map(targetOf));
    expect(live(300, 2).map(targetOf)).not.toEqual(live(300).map(targetOf));
  });

  it('has reads and writes of every kind, seven to two', () => {
    const asked = live(9_000);
    const reads = asked.filter(({ sort }) => sort === 'read').length;
    expect(reads / asked.length).toBeCloseTo(70 / 90, 1);
    expect(REQUESTS_SHARE).toBeCloseTo(0.9);
    const targets = new Set(
      asked.map((one) => targetOf(one).replaceAll(/(acc|sub|txn|pay|page)[_-]\w+/g, '$1')),
    );
    expect([...targets].sort()).toEqual([
      'GET /v1/accounts/acc/balance',
      'GET /v1/events?limit=20',
      'GET /v1/payments/pay',
      'GET /v1/subscriptions/sub',
      'GET /v1/transactions/txn',
      'GET /v1/transactions?limit=20',
      'POST /pay/page',
      'POST /v1/payments',
      'POST /v1/transactions',
      'POST /v1/transactions/txn/capture',
    ]);
  });

  it('refunds only settled payments, and captures each hold once', () => {
    const asked = live(5_000);
    const captured = asked.map(targetOf).filter((target) => target.endsWith('/capture'));
    expect(new Set(captured).size).toBe(captured.length);
    const posts = asked
      .map((one, index) => ({ index, text: bodyOf(one) }))
      .filter(({ text }) => text.startsWith('{'))
      .map(({ index, text }) => ({ index, body: JSON.parse(text) }));
    const refunds = posts.filter(({ body }) => body.type === 'refund');
    expect(refunds.length).toBeGreaterThan(10);
    for (const { index, body } of refunds) {
      const of = Number(body.refund_of_id.replace('txn_', ''));
      expect(index - of).toBeGreaterThan(100);
      const payment = posts.find((post) => post.index === of)?.body;
      expect(payment).toMatchObject({ type: 'payment', amount: body.amount });
    }
  });

  it('expects success, and the redirect after a paid page', () => {
    const page = live(2_000).find((one) => targetOf(one).startsWith('POST /pay/'));
    expect([page?.isExpected(303), page?.isExpected(200)]).toEqual([true, false]);
    expect(page?.text).toContain('Content-Type: application/x-www-form-urlencoded');
    const balance = live(50).find((one) => targetOf(one).endsWith('/balance'));
    expect([balance?.isExpected(200), balance?.isExpected(404)]).toEqual([true, false]);
  });

  it('uses the token of the last refresh', () => {
    const { day } = open();
    for (const { accountId } of holders) {
      const asked = day.nextRefresh();
      expect(asked.text).toContain(`Bearer refresh-${accountId.at(-1)}`);
      asked.hear({ status: 200, body: '{"access_token":"newer","refresh_token":"again"}' });
    }
    expect(day.nextRequest().text).toContain('Bearer newer');
    expect(day.nextRefresh().text).toContain('Bearer again');
    expect(bodyOf(day.nextLogin())).toBe(JSON.stringify(logins[0]));
  });
});
