import { expect, it } from 'vitest';
import { readNotice } from './read-notice.ts';

const bySes = (message: object) => ({ Type: 'Notification', Message: JSON.stringify(message) });
const bounced = (bounceType: string) =>
  bySes({
    notificationType: 'Bounce',
    bounce: { bounceType, bouncedRecipients: [{ emailAddress: 'Ada@Example.com' }] },
  });
const gone = [{ email: 'ada@example.com', reason: 'bounce' }];
const spam = [{ email: 'ada@example.com', reason: 'complaint' }];

it.each<[string, unknown, unknown]>([
  ['our own', { notices: [{ type: 'bounce', email: 'ada@example.com' }] }, gone],
  ['our own of no address', { notices: [{ type: 'bounce', email: 'ada' }] }, []],
  ['Postmark', { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ada@example.com' }, gone],
  ['Postmark, for now', { RecordType: 'Bounce', Type: 'Transient', Email: 'ada@example.com' }, []],
  ['Postmark, spam', { RecordType: 'SpamComplaint', Email: 'ada@example.com' }, spam],
  ['Postmark, of a delivery', { RecordType: 'Delivery', Email: 'ada@example.com' }, []],
  ['SES', bounced('Permanent'), gone],
  ['SES, for now', bounced('Transient'), []],
  [
    'SES, spam',
    bySes({
      notificationType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'ada@example.com' }] },
    }),
    spam,
  ],
  ['SNS about itself', { Type: 'SubscriptionConfirmation', Message: 'You have chosen' }, undefined],
  ['nothing known', { hello: 1 }, undefined],
  ['a list', [], undefined],
])('reads a notice of %s', (_who, body, said) => {
  expect(readNotice(body)).toEqual(said);
});
