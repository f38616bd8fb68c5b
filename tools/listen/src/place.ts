import { DEFAULT_ADMIN } from '@florin/contracts';
import { dataDirOf, findRunning } from '@florin/launcher/src/find-running.ts';
import type { Place } from './florin.ts';

/**
 * Where to listen, and as whom: the Florin that runs from this folder, or the one that the person
 * names, who then has to say with what to get in.
 * @throws Error that says what to start or to set.
 */
export async function findPlace(env: NodeJS.ProcessEnv): Promise<Place> {
  const own = await findRunning(env);
  const url = env.FLORIN_URL?.replace(/\/+$/, '') || own;
  if (url === undefined)
    throw new Error(
      `no Florin runs from ${dataDirOf(env)}: start it (npm start), or name one by FLORIN_URL`,
    );
  const apiKey = env.FLORIN_API_KEY || undefined;
  const password = env.FLORIN_ADMIN_PASSWORD || (url === own ? DEFAULT_ADMIN.password : undefined);
  if (apiKey === undefined && password === undefined)
    throw new Error(
      `${url} is not the Florin of this folder: set FLORIN_API_KEY, or FLORIN_ADMIN_PASSWORD`,
    );
  return {
    url,
    apiKey,
    email: env.FLORIN_ADMIN_EMAIL || DEFAULT_ADMIN.email,
    password: password ?? '',
  };
}
