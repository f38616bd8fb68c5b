import { ConnectionError, Florin, FlorinError } from '../src/index.ts';

const florin = new Florin({
  url: process.env.FLORIN_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.FLORIN_API_KEY ?? '',
});
const { id, settings } = await florin.get('/v1/account');

try {
  await florin.post('/v1/transactions', {
    body: { account_id: id, amount: 999_999, currency: settings.currency, type: 'payment' },
    signal: AbortSignal.timeout(10_000),
  });
} catch (error) {
  if (error instanceof FlorinError && error.code === 'insufficient_funds')
    console.log(`not paid: ${error.message}`);
  else if (error instanceof ConnectionError) console.log('outcome unknown: look it up later');
  else throw error;
}
