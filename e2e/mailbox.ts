import { eventually } from '@florin/testing';
import { baseUrl } from './api.ts';

/** The page of a received mail. */
export const showMail = async (path: string) => (await fetch(baseUrl() + path)).text();

/** Paths of all received mails of an address, newest first. */
export async function listMail(receiver: string): Promise<readonly string[]> {
  const list = await showMail(`/dev/mail?to=${encodeURIComponent(receiver)}`);
  return list.match(/\/dev\/mail\/[0-9a-f-]+/g) ?? [];
}

/** The path of the newest mail to an address, once it has arrived. */
export function findMail(receiver: string): Promise<string> {
  return eventually(async () => {
    const [path] = await listMail(receiver);
    if (path === undefined) throw new Error(`no mail to ${receiver} has arrived`);
    return path;
  });
}

/** The confirmation link of a mail, once it has arrived. */
export function findLink(
  receiver: string,
  subject: RegExp,
): Promise<{ readonly url: string; readonly token: string; readonly code: string | undefined }> {
  return eventually(async () => {
    for (const path of await listMail(receiver)) {
      const text = await showMail(path);
      const [url, token] = /https?:\/\/[^\s"&<]+\/auth\/\w+\/([\w-]{43})/.exec(text) ?? [];
      const [, title = ''] = /<h1><bdi>(.*)<\/bdi><\/h1>/.exec(text) ?? [];
      if (url === undefined || token === undefined || !subject.test(title)) continue;
      const [, code] = /code: (\d{6})/.exec(text) ?? [];
      return { url, token, code };
    }
    throw new Error(`no link for ${receiver} has arrived`);
  });
}

/** The unsubscribe link of an optional mail, once it has arrived. */
export function findUnsubscribeLink(receiver: string): Promise<string> {
  return eventually(async () => {
    for (const path of await listMail(receiver)) {
      const [link] = /\/mail\/unsubscribe\/[\w-]{43}/.exec(await showMail(path)) ?? [];
      if (link !== undefined) return link;
    }
    throw new Error(`no optional mail to ${receiver} has arrived`);
  });
}
