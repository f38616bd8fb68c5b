import { serviceNames } from '@florin/contracts';
import { expect, it } from 'vitest';
import { withoutSettings } from './start-florin.ts';

it("keeps settings that are not Florin's", () => {
  const env = { PATH: '/bin', HOME: '/root', SMTPD: 'x', NATSU: 'y' };
  expect(withoutSettings(env)).toEqual(env);
});

it.each([
  ...serviceNames.map((name) => `${name.toUpperCase()}_HTTP_PORT`),
  ...['FLORIN_PORT', 'GATEWAY_PORT', 'DATABASE_URL', 'LEDGER_DATABASE_URL_FILE', 'NATS_URL'],
  ...['SMTP_URL', 'STRIPE_SECRET_KEY', 'BANK_TRANSFER_IBAN'],
])('does not pass %s on', (name) => {
  expect(withoutSettings({ [name]: 'set' })).toEqual({});
});
