import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { inWords } from '../core/format.ts';
import { pricings, readPricing, toPriceMembers } from '../core/pricing.ts';
import { currencyOf, mayWrite, type Session } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import {
  type Action,
  asPage,
  columns,
  defineKind,
  type Field,
  filled,
  type Values,
} from './kind.ts';

type Product = Result<'get', '/v1/products/{product_id}'>;
type Price = Result<'get', '/v1/prices/{price_id}'>;

const intervals = ['month', 'year', 'week', 'day', 'once'] as const;

const hasTiers = ({ pricing }: Values) => pricing === 'graduated' || pricing === 'volume';
const isSeller = (session: Session) => mayWrite(session) && session.account !== undefined;

const priceFields: readonly Field<Product>[] = [
  { name: 'pricing', label: 'pricing', type: 'choice', options: pricings },
  {
    ...{ name: 'unit', label: 'unitPrice', type: 'decimal' },
    currency: (_product, session) => currencyOf(session),
    isShown: (values) => !hasTiers(values),
  },
  {
    ...{ name: 'size', label: 'packageSize', type: 'number' },
    isShown: ({ pricing }) => pricing === 'packages',
  },
  { name: 'tiers', label: 'tiers', type: 'tiers', isShown: hasTiers },
  { name: 'interval', label: 'interval', type: 'choice', options: intervals },
  { name: 'name', label: 'priceName', type: 'text', initial: ({ name }) => name },
  { name: 'lookup_key', label: 'lookupKey', type: 'text', isOptional: true },
];

const addPrice: Action<Product> = {
  label: 'doAddPrice',
  isOpen: ({ active }, session) => active && isSeller(session),
  fields: priceFields,
  draws: 'price',
  isRight: (values, session) => readPricing(values, currencyOf(session)) !== undefined,
  say: (_product, { interval = '' }) =>
    interval === 'once'
      ? texts().sayAddPriceOnce
      : fill(texts().sayAddPrice, { interval: inWords(interval) }),
  run: ({ id }, values, idempotencyKey, session) => {
    const price = readPricing(values, currencyOf(session));
    if (price === undefined) throw new Error('the form describes no price');
    const { name = '', lookup_key = '', interval } = values;
    const recurring = interval === 'once' ? {} : { recurring: { interval: interval as 'month' } };
    return florin.post('/v1/prices', {
      body: {
        product_id: id,
        ...toPriceMembers(price),
        ...recurring,
        ...filled({ name, lookup_key }),
      },
      idempotencyKey,
    });
  },
  touches: ['price', 'plan'],
};

/** Ends the sale, or starts it again. */
function switching<One extends { readonly active: boolean; readonly name: string }>(
  isActive: boolean,
  run: Action<One>['run'],
  touches: readonly string[],
): Action<One> {
  return {
    label: isActive ? 'doSell' : 'doStopSelling',
    isOpen: ({ active }, session) => active !== isActive && isSeller(session),
    say: ({ name }) => fill(texts()[isActive ? 'saySell' : 'sayStopSelling'], { name }),
    run,
    touches,
  };
}

const setProduct =
  (active: boolean): Action<Product>['run'] =>
  ({ id }, _values, idempotencyKey) =>
    florin.patch('/v1/products/{product_id}', {
      path: { product_id: id },
      body: { active },
      idempotencyKey,
    });

const setPrice =
  (active: boolean): Action<Price>['run'] =>
  ({ id }, _values, idempotencyKey) =>
    florin.patch('/v1/prices/{price_id}', {
      path: { price_id: id },
      body: { active },
      idempotencyKey,
    });

export const products = defineKind<Product>({
  name: 'product',
  screen: 'products',
  prefix: 'prod',
  list: (query) => florin.get('/v1/products', { query }),
  get: (id) => florin.get('/v1/products/{product_id}', { path: { product_id: id } }),
  apiPath: (id) => `/v1/products/${id}`,
  titleOf: ({ name }) => name,
  columns: columns<Product>('name', 'unit_label', 'active', 'created_at'),
  filters: { active: ['true', 'false'] },
  related: [
    {
      screen: 'prices',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/prices', { query: { product_id: id, limit: 100 } })),
      filters: ({ id }) => ({ product_id: id }),
    },
  ],
  actions: [
    addPrice,
    {
      label: 'doChange',
      isOpen: (_product, session) => isSeller(session),
      fields: [
        { name: 'name', label: 'name', type: 'text', initial: ({ name }) => name },
        {
          ...{ name: 'unit_label', label: 'unitLabel', type: 'text', isOptional: true },
          initial: ({ unit_label }) => unit_label ?? '',
        },
        {
          ...{ name: 'description', label: 'description', type: 'long', isOptional: true },
          initial: ({ description }) => description ?? '',
        },
      ],
      say: () => texts().sayChangeProduct,
      run: ({ id }, { name = '', unit_label, description }, idempotencyKey) =>
        florin.patch('/v1/products/{product_id}', {
          path: { product_id: id },
          body: { name, unit_label: unit_label || null, description: description || null },
          idempotencyKey,
        }),
      touches: ['product'],
    },
    switching<Product>(false, setProduct(false), ['product', 'plan']),
    switching<Product>(true, setProduct(true), ['product', 'plan']),
  ],
  creates: [
    {
      label: 'doCreateProduct',
      isOpen: (_nothing, session) => isSeller(session),
      fields: [
        { name: 'name', label: 'name', type: 'text' },
        { name: 'unit_label', label: 'unitLabel', type: 'text', isOptional: true },
        { name: 'description', label: 'description', type: 'long', isOptional: true },
      ],
      say: () => texts().sayCreateProduct,
      run: (_nothing, { name = '', ...others }, idempotencyKey) =>
        florin.post('/v1/products', { body: { name, ...filled(others) }, idempotencyKey }),
      touches: ['product'],
    },
  ],
});

export const prices = defineKind<Price>({
  name: 'price',
  screen: 'prices',
  prefix: 'price',
  list: (query) => florin.get('/v1/prices', { query }),
  get: (id) => florin.get('/v1/prices/{price_id}', { path: { price_id: id } }),
  apiPath: (id) => `/v1/prices/${id}`,
  titleOf: ({ name }) => name,
  columns: [
    ...columns<Price>('name', 'unit_amount'),
    {
      label: 'billing_scheme',
      of: ({ tiers_mode, transform_quantity }) =>
        inWords(tiers_mode ?? (transform_quantity ? 'packages' : 'per_unit')),
    },
    { label: 'interval', of: ({ recurring }) => recurring?.interval ?? 'once' },
    ...columns<Price>('lookup_key', 'active'),
  ],
  filters: { active: ['true', 'false'], lookup_key: [] },
  related: [
    {
      screen: 'subscriptions',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/subscriptions', { query: { plan: id } })),
      filters: ({ id }) => ({ plan: id }),
      isFor: ({ recurring }) => recurring !== null,
    },
  ],
  actions: [
    switching<Price>(false, setPrice(false), ['price', 'plan']),
    switching<Price>(true, setPrice(true), ['price', 'plan']),
  ],
});
