import { expect, it } from 'vitest';
import { banner } from './banner.ts';

const admin = { email: 'admin@florin.local', password: 'a-password-of-the-admin' };
const facts = { given: {}, url: 'http://127.0.0.1:1', suffix: 'x', tls: false };

it('shows the administrator’s password if it is valid, and otherwise how to set it', () => {
  const text = banner({
    ...facts,
    mode: 'development',
    admin,
    adminLink: 'http://127.0.0.1:1/auth/once/x',
  });
  expect(text).toContain('Console: http://127.0.0.1:1/auth/once/x  (logs you in, once)');
  expect(text).toContain(`Administrator: ${admin.email}  password: ${admin.password}`);
  const changed = banner({ ...facts, mode: 'development', admin, adminLink: undefined });
  expect(changed).not.toContain(admin.password);
  expect(changed).toContain('Console: http://127.0.0.1:1/console\n');
  expect(changed).toContain('admin reset');
});
