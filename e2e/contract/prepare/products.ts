import { must } from '../people.ts';
import { by, refuses } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

export const createProduct =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/products', { body: { name: 'Seat', ...fields } });

export const newProduct = async (world: World): Promise<string> =>
  (await must(() => createProduct({})(world))).id;

export const createPrice =
  (fields: object) =>
  ({ owner, objects }: World) =>
    owner.call('POST', '/v1/prices', {
      body: { product_id: objects.productId, unit_amount: 1500, ...fields },
    });

export const newPrice = async (world: World): Promise<string> =>
  (await must(() => createPrice({})(world))).id;

/** Answers to a request about one product or price that is not the caller's. */
export const oneOf = (noun: 'product' | 'price', method: 'GET' | 'PATCH' | 'DELETE') => {
  const path = `/v1/${noun}s`;
  const body = method === 'PATCH' ? { body: {} } : {};
  return [
    refuses(404, 'not_found', `no such ${noun}`, ({ owner }) =>
      owner.call(method, `${path}/${ABSENT[noun]}`, body),
    ),
    refuses(404, 'not_found', 'a malformed id', by('owner', method, `${path}/gold`, body)),
    refuses(404, 'not_found', `a ${noun} of another account`, ({ stranger, objects }) =>
      stranger.call(method, `${path}/${objects[`${noun}Id`]}`, body),
    ),
  ];
};

/** Answers to a change by a caller who only reads. */
export const platformLooks = (noun: 'product' | 'price', method: 'PATCH' | 'DELETE') =>
  refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
    platform.call(
      method,
      `/v1/${noun}s/${objects[`${noun}Id`]}`,
      method === 'PATCH' ? { body: {} } : {},
    ),
  );
