import { ABSENT } from '../world.ts';

/** Changes that neither an owner nor an admin may request. */
export const invalidChanges = {
  'an unknown currency': { settings: { currency: 'XYZ' } },
  'an unknown time zone': { settings: { timezone: '+01:00' } },
  'an unknown language': { settings: { language: '' } },
  'a return_url without TLS': { return_urls: ['http://shop.example/'] },
  'settings that are no object': { settings: [] },
  'an empty name': { name: '' },
  'a long name': { name: 'x'.repeat(201) },
  'an invalid email': { email: 'ada' },
  'another id': { id: ABSENT.account },
  'another type': { type: 'individual' },
  'another time of creation': { created_at: '2020-01-01T00:00:00.000Z' },
  'broken JSON': '{"name"',
  'a list': [],
};
