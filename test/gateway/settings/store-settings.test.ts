import { expect, it } from 'vitest';
import { sentence } from '../../../src/domain/failure';
import { readSettings, shownSettings } from '../../../src/gateway/settings/settings';
import { postgresAddress } from '../../../src/gateway/storage/postgres/place';

const problem = (given: Record<string, string>): string => {
  const read = readSettings(given, []);
  return read.ok ? 'fine' : sentence(read.failure);
};
const DESK_STORE = 'postgres://desk@db1.example.com:5433,db2.example.com,[::1]:5432/desk%20one';

it('reads several servers of one PostgreSQL', () => {
  expect(postgresAddress(DESK_STORE)).toEqual({
    hosts: [
      { host: 'db1.example.com', port: 5433 },
      { host: 'db2.example.com', port: 5432 },
      { host: '::1', port: 5432 },
    ],
    user: 'desk',
    database: 'desk one',
    tls: true,
  });
});

it.each([
  'postgres://desk:secret@db1/desk',
  'postgres://db1/desk',
  'postgres://desk@db1',
  'postgres://desk@db1:70000/desk',
  'postgres://desk@db1,,db2/desk',
  'postgres://desk@db1/desk?sslmode=prefer',
  'mysql://desk@db1/desk',
])('refuses %s without repeating it', (written) => {
  expect(problem({ DESK_STORE: written })).toContain('DESK_STORE');
  expect(problem({ DESK_STORE: written })).not.toContain(written);
});

it('encrypts beyond this machine unless it is told not to', () => {
  const tls = (hosts: string): unknown => postgresAddress(`postgres://desk@${hosts}`)?.tls;
  expect(tls('127.0.0.1,localhost:5433/desk')).toBe(false);
  expect(tls('127.0.0.1,db2/desk')).toBe(true);
  expect(tls('db2/desk?sslmode=disable')).toBe(false);
  expect(tls('localhost/desk?sslmode=verify-full')).toBe(true);
});

it('wants an address for the certificates and the password to be of use', () => {
  const files = { DESK_STORE_CA: 'ca.pem', DESK_STORE_PASSWORD_FILE: 'password' };
  expect(problem(files)).toContain('of no use without DESK_STORE.');
  expect(problem({ ...files, DESK_STORE: 'postgres://desk@localhost/desk' })).toContain(
    'sslmode=verify-full',
  );
  const read = readSettings({ ...files, DESK_STORE, DESK_KEY_FILE: 'desk.key' }, []);
  expect(read.ok && read.value.store).toMatchObject({ caPath: 'ca.pem', passwordPath: 'password' });
});

it('lets a server that may lose what it was given be accepted in words alone', () => {
  const words = 'commits-that-no-standby-confirms, commits-that-a-power-cut-takes';
  const read = readSettings({ DESK_STORE, DESK_KEY_FILE: 'desk.key', DESK_STORE_ACCEPTS: words }, []);
  expect(read.ok && read.value.store?.accepts).toEqual(words.split(', '));
  expect(problem({ DESK_STORE, DESK_STORE_ACCEPTS: 'yes' })).toContain('DESK_STORE_ACCEPTS');
  expect(problem({ DESK_STORE_ACCEPTS: words })).toContain('of no use without DESK_STORE.');
});

it('shows others neither servers nor user', () => {
  const read = readSettings({ DESK_STORE, DESK_KEY_FILE: 'desk.key' }, []);
  const shown = JSON.stringify(read.ok && shownSettings(read.value));
  expect(shown).toContain('PostgreSQL on 3 servers');
  expect(shown).not.toMatch(/example|desk@/);
});
