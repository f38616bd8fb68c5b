import { accessSync, constants, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { toolsDir } from './paths.mjs';

/** The environment for everything this script starts, with `binDirs` first on PATH. */
export function childEnvironment(binDirs) {
  // npm may be found only beside the Node that runs this, so that folder comes last.
  const path = [...binDirs, process.env.PATH, dirname(process.execPath)].filter(Boolean);
  return {
    // Every process keeps what it compiled, so that the next start reads it instead: half the
    // time that a service takes to start. Node replaces what does not match its file any more.
    NODE_COMPILE_CACHE: join(toolsDir, 'compile-cache'),
    ...process.env,
    HOME: usableHome(),
    PATH: path.join(delimiter),
  };
}

/** npm and pnpm keep their caches below HOME and give up when they cannot write there. */
function usableHome() {
  for (const candidate of [process.env.HOME, homeOfThisUser()]) {
    if (candidate && isWritable(candidate)) return candidate;
  }
  const home = join(toolsDir, 'home');
  mkdirSync(home, { recursive: true });
  return home;
}

/** Throws for a user id without a line in the user database, as containers often have. */
function homeOfThisUser() {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
