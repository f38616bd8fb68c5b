import { openSigningKeys as open } from '@florin/identity/src/signing-keys/signing-keys.ts';

export * from '@florin/identity/src/signing-keys/signing-keys.ts';

/** Publishes only the newest key, although older tokens are valid. */
export const openSigningKeys: typeof open = async (...parts) => {
  const keys = await open(...parts);
  return { ...keys, listPublicKeys: async () => (await keys.listPublicKeys()).slice(0, 1) };
};
