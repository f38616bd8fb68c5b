import { errorStatuses } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { missingPrograms } from '../shell.ts';
import { compilePrograms } from './compile.ts';
import { guideOrder, type Page, preludeOf, readPages } from './pages.ts';
import { playPage } from './play.ts';
import { describePlayed, type PlayedPage, playPages } from './play-pages.ts';

const guides = readPages('guides');
const pages = [...guides, ...readPages('errors')];
const missing = missingPrograms('bash', 'curl');

it('list every guide in reading order', () => {
  expect(guideOrder.toSorted()).toEqual(guides.map(({ name }) => name).toSorted());
});

it('have a page for each error code, and no other', () => {
  const names = readPages('errors').map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(errorStatuses).toSorted());
});

it.each(pages)('begins with a title and one paragraph of summary: $name', ({ text }) => {
  expect(text).toMatch(/^# \S.*\n\n[A-Z0-9`][^#\n]*(\n[^#\n]+)*\n\n/);
  // Only Markdown: these pages are rendered in more than one place.
  expect(text.replaceAll(/^```.*?^```$|`[^`\n]*`/gms, '')).not.toMatch(/<\/?[a-z]/i);
});

it('contain TypeScript that compiles; one that does not compile fails', async () => {
  const wrong = '```ts a.ts\nconst amount: number = "12.90";\nexport { amount };\n```\n';
  const objections = await compilePrograms([...pages, { name: 'wrong', path: '', text: wrong }]);
  expect(objections.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\/a\.ts\(1,7\): /)]);
}, 300_000);

describe.skipIf(missing !== '')(
  `with bash and curl${missing && `, of which ${missing} is missing`}`,
  () => {
    let played: readonly PlayedPage[];
    beforeAll(async () => {
      played = await playPages(pages);
      process.stdout.write(`${describePlayed(played)}\n`);
    }, 300_000);

    it.each(pages.map((page, index) => ({ ...page, index })))(
      "shows Florin's real answers: $name",
      ({ index, text }) => {
        const result = played[index]?.result;
        if (result instanceof Error) throw result;
        expect(result?.page, 'the guide is out of date: record it with npm run guides').toBe(text);
      },
    );

    it('notice a changed answer and another status', async () => {
      const play = (page: Pick<Page, 'text'>) =>
        playPage(page.text, preludeOf({ name: 'made up', path: '', ...page }));
      const ask = '```sh\ncurl -s $FLORIN/v1/payments -H "Authorization: Bearer $KEY"\n```\n\n';
      const shown = `${ask}\`\`\`json\n{ "object": "lists", "…": "…" }\n\`\`\`\n`;
      expect((await play({ text: shown })).page).toBe(shown.replace('lists', 'list'));
      const other = shown.replace('```json', 'It answers `402`:\n\n```json');
      await expect(play({ text: other })).rejects.toThrow('answered 200, not 402');
    });
  },
);
