/**
 * Builds images where no network can be had, by the names that docker-compose.yml gives them:
 *
 *   npm run images -- ledger gateway     those; without any, all
 */
import { type PeerName, serviceNames } from '@florin/contracts';
import { packImage } from './pack-image.ts';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];
const given = process.argv.slice(2);
const unknown = given.filter((name) => !apps.some((app) => app === name));
const {
  BASE_IMAGE: baseImage = 'node:24-bookworm-slim',
  FLORIN_IMAGES: images = 'florin',
  FLORIN_TAG: version = 'local',
} = process.env;

if (unknown.length > 0) {
  process.stderr.write(`no app is called ${unknown.join(' or ')}: they are ${apps.join(', ')}\n`);
  process.exitCode = 2;
} else {
  for (const app of given.length > 0 ? given : apps) {
    process.stdout.write(`images  ${app}\n`);
    packImage(app, `${images}-${app}:${version}`, baseImage);
  }
}
