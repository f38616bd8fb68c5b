import { Florin } from '../src/index.ts';

const florin = new Florin({
  url: process.env.FLORIN_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.FLORIN_API_KEY ?? '',
});

const account = await florin.get('/v1/account');
const request = await florin.post('/v1/payments', {
  body: {
    account_id: account.id,
    amount: 12_900,
    currency: account.settings.currency,
    customer_email: 'grace@example.com',
    reference: 'Order 2041',
  },
});
console.log(`${request.customer_email} pays at ${request.payment_url}`);
