import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What has to work in every engine that an Excel is made with, or those of it that are asked for. */
const ENGINES = (process.env['WEBKIT_FILES'] ?? 'first-light,cells,acceptances,offers,withdrawals')
  .split(',')
  .map((file) => `test/browser/${file}.test.ts`);
const BROWSER = {
  globalSetup: ['test/browser/setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  fileParallelism: false,
};
const LIBREOFFICE = ['gateway/trades/export', 'workbench/files'].map(
  (folder) => `test/${folder}/libreoffice.test.ts`,
);
/** Tests of PostgreSQL that need more than its server: a standby (pg_basebackup), a copy (pg_dump). */
const POSTGRES_CLIENTS = ['session', 'import', 'server-checks'].map(
  (file) => `test/gateway/storage/postgres/${file}.test.ts`,
);
/** Tests that start programs, or play a campaign over real sockets: seconds each, and no units. */
const PROGRAMS = [
  'test/attack/judgement.test.ts',
  'test/bench/kit/folder.test.ts',
  'test/conformance/noticed.test.ts',
  'test/conformance/product.test.ts',
  'test/conformance/table.test.ts',
  'test/gateway/cli/journal-program.test.ts',
  'test/gateway/cli/killed.test.ts',
  'test/gateway/main.test.ts',
  'test/scripts/package.test.ts',
  'test/scripts/start.test.ts',
  'test/simulator/main.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default'],
    globalSetup: ['test/postgres-folders.ts'],
    // Vitest would leave one core to itself, which is half of a machine that has two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'units',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/journeys/**', ...LIBREOFFICE, ...PROGRAMS],
          // No module keeps state, so files share a process and read what they import once.
          isolate: false,
          unstubGlobals: true,
          testTimeout: 20_000,
        },
      },
      // What is rendered leaves traces in its document, so each file has one of its own.
      { test: { name: 'panes', include: ['test/**/*.test.tsx'], testTimeout: 20_000 } },
      { test: { name: 'libreoffice', include: LIBREOFFICE, testTimeout: 120_000, hookTimeout: 120_000 } },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts', ...PROGRAMS],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], ...BROWSER } },
      // `npm test -- --newer-postgres` says where that server is.
      ...(process.env['NEWER_POSTGRES_BIN'] === undefined
        ? []
        : [
            {
              test: {
                name: 'newer-postgres',
                include: ['test/gateway/storage/**/*.test.ts'],
                exclude: POSTGRES_CLIENTS,
                isolate: false,
                testTimeout: 20_000,
                env: { POSTGRES_BIN: process.env['NEWER_POSTGRES_BIN'] },
              },
            },
          ]),
      // `npm test -- --webkit` says where the driver of WebKit is.
      ...(process.env['WEBKIT_DRIVER_PATH'] === undefined
        ? []
        : [{ test: { name: 'webkit', include: ENGINES, env: { BROWSER_ENGINE: 'webkit' }, ...BROWSER } }]),
    ],
  },
});
