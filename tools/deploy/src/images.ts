/**
 * `npm run images -- ledger gateway [--json]`: builds images without a network, named as in
 * docker-compose.yml. Without names it builds all.
 */
import { type PeerName, serviceNames } from '@florin/contracts';
import { type CommandResult, runScript } from '@florin/service/operator';
import { packImage } from './pack-image.ts';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];
const {
  BASE_IMAGE: baseImage = 'node:24-bookworm-slim',
  FLORIN_IMAGES: images = 'florin',
  FLORIN_TAG: version = 'local',
} = process.env;

await runScript(
  {
    command: 'images',
    usage: 'npm run images -- [<app>…]: build the images of these apps without a network',
  },
  buildImages,
);

async function buildImages(given: readonly string[]): Promise<CommandResult> {
  const unknown = given.filter((name) => !apps.some((app) => app === name));
  if (unknown.length > 0)
    throw new Error(`unknown app ${unknown.join(', ')}: choose from ${apps.join(', ')}`);
  const wanted = given.length > 0 ? given : apps;
  const built = wanted.map((app) => ({ app, image: `${images}-${app}:${version}` }));
  for (const { app, image } of built) {
    process.stderr.write(`images  ${app}\n`);
    packImage(app, image, baseImage);
  }
  return { text: built.map(({ image }) => image).join('\n'), data: { images: built } };
}
