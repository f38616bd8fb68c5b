import { dataDirOf, findRunning } from '@florin/launcher/src/find-running.ts';
import { startFlorin as start } from '@florin/system-kit';

const LOOK_MS_MAX = 2_000;

/**
 * The URL of FLORIN_URL, or of the Florin in this folder; undefined without one.
 * @throws Error when no Florin answers there
 */
export async function findFlorin(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const named = env.FLORIN_URL?.replace(/\/+$/, '') || undefined;
  const url = named ?? (await findRunning(env));
  if (url === undefined || (await isFlorin(url))) return url;
  throw new Error(
    named
      ? `no Florin answers at ${url}: start it, or leave FLORIN_URL out`
      : `the Florin of ${dataDirOf(env)} does not answer at ${url} yet: wait until it says that it runs`,
  );
}

/** Another program may listen at the given address. */
async function isFlorin(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/version`, { signal: AbortSignal.timeout(LOOK_MS_MAX) });
    const version = (await response.json()) as { readonly name?: string } | null;
    return version?.name === 'gateway';
  } catch {
    return false;
  }
}

/** Starts the whole system in a folder that `stop` deletes. */
export function startFlorin(say: (line: string) => void, signal: AbortSignal) {
  // Lines of the launcher itself.
  const onLine = (line: string) => line.startsWith('florin  ') && say(line);
  return start({ name: 'demo', signal, onLine });
}
