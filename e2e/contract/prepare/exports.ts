import { eventually } from '@florin/testing';
import { must, type Owner } from '../people.ts';
import { newExport } from '../world.ts';

/** A finished export and its link. */
export async function newFile(
  owner: Owner,
): Promise<{ readonly id: string; readonly link: string }> {
  const { id } = await newExport(owner);
  return eventually(async () => {
    const { download_url: url } = await must(() => owner.call('GET', `/v1/exports/${id}`));
    if (url === null) throw new Error('the file is not there yet');
    return { id, link: new URL(url).pathname + new URL(url).search };
  });
}
