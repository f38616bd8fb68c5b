import { type DomainEvent, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { shares } from '../src/domain/queues.ts';
import { ACCOUNT, CLOSED, invoiceEvent, PENDING, paymentEvent } from './start-mail.ts';
import { useMail } from './use-mail.ts';

const { world, server } = useMail();

function invoiceOf(accountId: string): DomainEvent {
  const { data, ...event } = invoiceEvent('invoice.sent');
  const object = { ...(data.object as object), account_id: toPublicId('account', accountId) };
  return { ...event, account_id: accountId, data: { object } } as DomainEvent;
}
const requestOf = (accountId: string) =>
  paymentEvent('payment.created', { accountId, paymentId: PENDING });

const attemptsOf = async (accountId: string) =>
  (await world().messages())
    .filter((message) => message.account_id === accountId)
    .map(({ attempts }) => attempts);

it.each([
  ['attachment', invoiceOf],
  ['notification', requestOf],
] as const)(
  'a mail takes the next turn, whatever another account has waiting: %s',
  async (queue, eventOf) => {
    const { places } = shares[queue];
    server().be('thinks');
    await world().happen(...Array.from({ length: 5 * places }, () => eventOf(ACCOUNT)));
    await eventually(async () => {
      expect(server().taken).toHaveLength(shares[queue].connections);
      expect((await attemptsOf(ACCOUNT)).filter((attempts) => attempts > 0)).toHaveLength(places);
    });
    await world().happen(eventOf(CLOSED));
    expect(await attemptsOf(CLOSED)).toEqual([0]);
    server().answer();
    await eventually(async () => expect(await attemptsOf(CLOSED)).toEqual([1]));
    expect(await attemptsOf(ACCOUNT)).toContain(0);
    server().be('takes');
    await eventually(async () => {
      server().answer();
      expect((await world().messages()).map(({ status }) => status)).not.toContain('waiting');
    });
  },
);
