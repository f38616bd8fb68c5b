import { Florin } from '../src/index.ts';

const florin = new Florin({
  url: process.env.FLORIN_URL ?? 'http://127.0.0.1:8080',
  onSession: (session) => console.log(session ? 'keep this session' : 'logged out'),
});

await florin.logIn(process.env.FLORIN_EMAIL ?? '', process.env.FLORIN_PASSWORD ?? '');
const key = await florin.post('/v1/api_keys', {
  body: { name: 'shop', scopes: ['payments:write', 'payments:read', 'account:read'] },
});
console.log(`an API key that begins with ${key.prefix}`);
