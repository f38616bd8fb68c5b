/** Purpose of an installation: for trying Florin out, or for customers and real money. */
export const modes = ['development', 'production'] as const;
export type Mode = (typeof modes)[number];

/** Administrator that `npm start` creates in development mode. The password is public. */
export const DEFAULT_ADMIN = {
  email: 'admin@florin.local',
  password: 'florin-admin-pass',
} as const;
