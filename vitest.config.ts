import { defineConfig } from 'vitest/config';

const LIBREOFFICE = 'test/gateway/export/libreoffice.test.ts';

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'units',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/browser/**', 'test/journeys/**', LIBREOFFICE],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'libreoffice', include: [LIBREOFFICE], testTimeout: 120_000, hookTimeout: 120_000 } },
      { test: { name: 'journeys', include: ['test/journeys/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
