import { Florin } from '../src/index.ts';

const florin = new Florin({
  url: process.env.FLORIN_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.FLORIN_API_KEY ?? '',
});

for await (const { id, reference } of florin.list('/v1/payments', { query: { status: 'pending' } }))
  console.log(`${id} is not paid yet: ${reference}`);
