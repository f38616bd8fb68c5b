import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { shares } from '../src/domain/queues.ts';
import { confirmationEvent, invoiceEvent, keyEvent, paymentEvent, RESET } from './start-mail.ts';
import { useMail } from './use-mail.ts';

const { world, server } = useMail();

const statuses = async () => (await world().messages()).map(({ status }) => status).toSorted();
const requests = (count: number) =>
  Array.from({ length: count }, () => paymentEvent('payment.created'));

/** Releases hanging attempts, and waits until none is in progress. */
async function letGo(): Promise<void> {
  server().answer();
  await eventually(async () => expect(await statuses()).not.toContain('waiting'));
}

it('a slow email delays no other one, in its own queue or in another', async () => {
  server().be('thinks');
  const hanging = shares.notification.connections - 1;
  await world().happen(...requests(hanging));
  await eventually(async () => expect(server().taken).toHaveLength(hanging));
  server().be('takes');
  await world().happen(keyEvent('api_key.created'), keyEvent('api_key.created'));
  await world().happen(confirmationEvent(RESET), invoiceEvent('invoice.sent'));
  const others = Array(4).fill('sent');
  await eventually(async () =>
    expect(await statuses()).toEqual([...others, ...Array(hanging).fill('waiting')]),
  );
  await letGo();
  expect(server().taken).toHaveLength(hanging + others.length);
});

it('interactive mail has slots however much else hangs', async () => {
  server().be('thinks');
  const many = 3 * shares.notification.places;
  await world().happen(...requests(many));
  await eventually(async () =>
    expect(server().taken).toHaveLength(shares.notification.connections),
  );
  server().be('takes');
  await world().happen(confirmationEvent(RESET));
  await eventually(async () =>
    expect(await statuses()).toEqual(['sent', ...Array(many).fill('waiting')]),
  );
  await letGo();
});
