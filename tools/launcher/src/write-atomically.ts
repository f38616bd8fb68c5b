import { open, rename, rm } from 'node:fs/promises';

/**
 * Replaces a file, readable by its owner only, so that a reader sees the old or the new one. One
 * call at a time: what a killed one left half-written is written over by the next.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      // A rename that reaches the disk before the content would leave an empty file after a crash.
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
