import { createHash } from 'node:crypto';
import { header, jpegOfManyScans, pixels, pngOf, pngWithTwoHeaders } from '@florin/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
const SLOW_MS = 60_000;

function toUrl(bytes: Buffer, mediaType = 'image/png'): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

async function readBack(url: string) {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return { bytes, image: await sharp(bytes).metadata() };
}

const blue = { r: 20, g: 81, b: 163 };
const square = (size: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width: size, height: size, channels, background: blue } });
const largest = async () =>
  pngOf([header(2_000, 2_000, true), pixels(Buffer.alloc(2_000 * (1 + 2_000 * 4)))]);
/** Two colors side by side, so that a rotation is visible. */
const upright = () =>
  square(64)
    .composite([
      {
        input: { create: { width: 32, height: 64, channels: 3, background: 'red' } },
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();

describe('a logo', () => {
  it.each([
    ['a PNG', 'image/png', () => square(64).png().toBuffer(), [64, 64]],
    ['a PNG with alpha', 'image/png', () => square(64, 4).png().toBuffer(), [64, 64]],
    [
      'a PNG of 16 bits',
      'image/png',
      () => square(64).toColourspace('rgb16').png().toBuffer(),
      [64, 64],
    ],
    [
      'an interlaced PNG',
      'image/png',
      () => square(64).png({ progressive: true }).toBuffer(),
      [64, 64],
    ],
    [
      'a PNG with a palette',
      'image/png',
      () => square(64).png({ palette: true }).toBuffer(),
      [64, 64],
    ],
    ['a JPEG', 'image/jpeg', () => square(64).jpeg().toBuffer(), [64, 64]],
    [
      'a progressive JPEG',
      'image/jpeg',
      () => square(64).jpeg({ progressive: true }).toBuffer(),
      [64, 64],
    ],
    [
      'a JPEG in gray',
      'image/jpeg',
      () => square(64).toColourspace('b-w').jpeg().toBuffer(),
      [64, 64],
    ],
    [
      'a JPEG for print',
      'image/jpeg',
      () => square(64).toColourspace('cmyk').jpeg().toBuffer(),
      [64, 64],
    ],
    ['a JPEG that a camera has turned', 'image/jpeg', upright, [64, 64]],
    ['the largest PNG', 'image/png', largest, [280, 280]],
  ] as const)(
    'is decoded and stored in our own encoding: %s',
    async (_, mediaType, make, [width, height]) => {
      const shop = await openShop();
      const logo = toUrl(await make(), mediaType);
      const { status, body } = await shop.patch('/v1/seller_profile', { logo });
      expect(status, body.message).toBe(200);
      const { bytes, image } = await readBack(body.logo);
      expect(image).toMatchObject({ width, height, space: 'srgb', depth: 'uchar' });
      expect([image.exif, image.icc, image.orientation]).toEqual([undefined, undefined, undefined]);
      const [stored] = await world().query<{ hash: string; state: string }>(
        `select hash, state from billing.logos where account_id = '${shop.id}'`,
      );
      const hash = createHash('sha256').update(bytes).digest('base64url');
      expect(stored).toEqual({ hash, state: 'reencoded' });
    },
    SLOW_MS,
  );

  it('with much detail is stored within the upload limit', async () => {
    const shop = await openShop();
    const noise = Buffer.from(
      Array.from({ length: 200 * 100 * 3 }, (_, at) => (at * at * 7919) >> 5),
    );
    const raw = { width: 200, height: 100, channels: 3 } as const;
    const upload = await sharp(noise, { raw }).jpeg({ quality: 60 }).toBuffer();
    const { body } = await shop.patch('/v1/seller_profile', { logo: toUrl(upload, 'image/jpeg') });
    const { bytes } = await readBack(body.logo);
    expect(bytes.length).toBeLessThanOrEqual(65_536);
    const again = await shop.patch('/v1/seller_profile', { logo: body.logo });
    expect(again.status).toBe(200);
  });

  const whole = pngOf([header(48, 48), pixels(Buffer.alloc(48 * (1 + 48 * 3)))]);
  it.each([
    ['a second header', toUrl(pngWithTwoHeaders()), /export the image again/],
    ['half of its bytes', toUrl(whole.subarray(0, 60)), /damaged or incomplete/],
    [
      'a size of 30000 pixels',
      toUrl(pngOf([header(30_000, 30_000), pixels(Buffer.alloc(9))])),
      /30000 by 30000; scale it down/,
    ],
    [
      'a zero size',
      toUrl(pngOf([header(0, 0), pixels(Buffer.alloc(9))])),
      /must match its media type/,
    ],
    [
      'another type than it says',
      toUrl(whole, 'image/jpeg'),
      /must match its media type image\/jpeg/,
    ],
    [
      'SVG behind the type',
      toUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      /must match its media type/,
    ],
    [
      'thousands of scans',
      toUrl(jpegOfManyScans(2_000, 65_000), 'image/jpeg'),
      /more than 100 scans/,
    ],
  ])(
    'with %s is refused with the reason',
    async (_, logo, message) => {
      const shop = await openShop();
      const { status, body } = await shop.patch('/v1/seller_profile', { logo });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.message).toMatch(message);
      expect((await shop.get('/v1/seller_profile')).body.logo).toBeNull();
    },
    SLOW_MS,
  );
});

describe('a logo stored by an earlier version', () => {
  /** Like that version: stores the bytes of the upload by their hash. */
  async function storeUpload(upload: Buffer) {
    const shop = await openShop();
    await shop.patch('/v1/seller_profile', { legal_name: 'Ada' });
    const hash = createHash('sha256').update(upload).digest('base64url');
    await world().query(
      'insert into billing.logos (account_id, hash, media_type, bytes) values ($1, $2, $3, $4)',
      [shop.id, hash, 'image/png', upload],
    );
    await world().query('update billing.seller_profiles set logo_hash = $2 where account_id = $1', [
      shop.id,
      hash,
    ]);
    return { shop, hash };
  }

  async function storedBefore(upload: Buffer) {
    const { shop, hash } = await storeUpload(upload);
    const { body: customer } = await shop.post('/v1/customers', { name: 'Grace' });
    const lines = [{ description: 'Roses', quantity: 1, unit_amount: 999 }];
    const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    const { status } = await shop.call('GET', `/v1/invoices/${draft.id}/pdf`);
    const [row] = await world().query<{ state: string; bytes: Buffer }>(
      `select state, bytes from billing.logos where hash = '${hash}'`,
    );
    const { body: profile } = await shop.get('/v1/seller_profile');
    const file = await billing().call('GET', `/logos/${hash}`);
    return { status, row, logo: profile.logo as string | null, file: file.status };
  }

  it(
    'is re-encoded when it is first read, under its old URL',
    async () => {
      const upload = await square(1_000, 4).png({ compressionLevel: 0 }).toBuffer();
      const { status, row, logo, file } = await storedBefore(upload);
      expect([status, row?.state, file]).toEqual([200, 'reencoded', 200]);
      expect((await readBack(logo ?? '')).image.width).toBe(280);
    },
    SLOW_MS,
  );

  it.each([
    ['cannot be decoded', pngWithTwoHeaders()],
    ['was cut off', pngOf([header(48, 48), pixels(Buffer.alloc(7_000))]).subarray(0, 60)],
  ])(
    'and %s is left out, and its documents are drawn',
    async (_, upload) => {
      const { status, row, logo, file } = await storedBefore(upload);
      expect([status, row?.state, logo, file]).toEqual([200, 'refused', null, 404]);
    },
    SLOW_MS,
  );

  it(
    'is re-encoded or left out in the reply to a change of its profile',
    async () => {
      const change = async (upload: Buffer) => {
        const { shop } = await storeUpload(upload);
        const { body } = await shop.patch('/v1/seller_profile', { legal_name: 'Grace' });
        return body.logo as string | null;
      };
      const upload = await square(1_000, 4).png({ compressionLevel: 0 }).toBuffer();
      expect((await readBack((await change(upload)) ?? '')).image.width).toBe(280);
      expect(await change(pngWithTwoHeaders())).toBeNull();
    },
    SLOW_MS,
  );
});
