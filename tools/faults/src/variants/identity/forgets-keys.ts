import { runIdentity } from './run-identity.ts';

/** Publishes no key but the newest, as if its tokens were the only ones. */
await runIdentity({
  wrapOperations: (operations) => ({
    ...operations,
    listPublicKeys: async () => (await operations.listPublicKeys()).slice(0, 1),
  }),
});
