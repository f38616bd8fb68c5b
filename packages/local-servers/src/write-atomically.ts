import { open, rename, rm } from 'node:fs/promises';

/**
 * Replaces a file so that a reader sees the old or the new one. One call at a time: the next one removes a
 * file that a killed call left half-written.
 * @param mode of the file; readable by its owner only by default
 */
export async function writeAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    await rm(temporary, { force: true });
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.chmod(mode);
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
