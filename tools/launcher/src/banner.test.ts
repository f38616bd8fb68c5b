import { expect, it } from 'vitest';
import { banner } from './banner.ts';

const admin = { email: 'admin@florin.local', password: 'a-password-of-the-admin' };
const facts = { given: {}, url: 'http://127.0.0.1:1', suffix: 'x', tls: false };

it('tells the administrator’s password where it is theirs, and else how to set it', () => {
  const told = banner({ ...facts, mode: 'development', admin, isAdminPassword: true });
  expect(told).toContain(`Administrator: ${admin.email}  password: ${admin.password}`);
  const changed = banner({ ...facts, mode: 'development', admin, isAdminPassword: false });
  expect(changed).not.toContain(admin.password);
  expect(changed).toContain('admin reset');
});
