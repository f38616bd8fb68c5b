import { eventually } from '@florin/testing';
import { baseUrl } from './api.ts';

/** Where the newest mail to somebody is shown, once it has arrived. */
export function findMail(receiver: string): Promise<string> {
  return eventually(async () => {
    const list = await (await fetch(`${baseUrl()}/dev/mail`)).text();
    const [, behind = ''] = list.split(`<td>${receiver}</td>`);
    const [path] = /\/dev\/mail\/[0-9a-f-]+/.exec(behind) ?? [];
    if (path === undefined) throw new Error(`no mail to ${receiver} has arrived`);
    return path;
  });
}
