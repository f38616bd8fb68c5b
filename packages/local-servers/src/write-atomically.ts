import { open, rename, rm } from 'node:fs/promises';

/**
 * Replaces a file atomically. Calls must not overlap: each removes the partial file of a killed
 * call.
 * @param mode of the file; by default readable by its owner only
 */
export async function writeAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    await rm(temporary, { force: true });
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.chmod(mode);
      // If the rename reached the disk before the content, a crash would leave an empty file.
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
