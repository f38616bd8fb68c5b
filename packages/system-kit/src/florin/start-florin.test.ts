import { serviceNames } from '@florin/contracts';
import { expect, it } from 'vitest';
import { withoutSettings } from './start-florin.ts';

it('keeps what is no setting of Florin', () => {
  const env = { PATH: '/bin', HOME: '/root', SMTPD: 'x', NATSU: 'y' };
  expect(withoutSettings(env)).toEqual(env);
});

it.each([
  ...serviceNames.map((name) => `${name.toUpperCase()}_HTTP_PORT`),
  ...['FLORIN_PORT', 'GATEWAY_PORT', 'DATABASE_URL', 'LEDGER_DATABASE_URL_FILE', 'NATS_URL'],
  ...['SMTP_URL', 'STRIPE_SECRET_KEY', 'BANK_TRANSFER_IBAN'],
])('leaves %s to the Florin that it was set for', (name) => {
  expect(withoutSettings({ [name]: 'set' })).toEqual({});
});
