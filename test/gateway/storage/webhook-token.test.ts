import { describe, expect, it } from 'vitest';
import { sqliteWebhookToken } from '../../../src/gateway/storage/webhook-token';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { onDisk } from './implementations';

describe.each(onDisk(sqliteWebhookToken, ({ lead }) => postgresDeskState(lead, 'simulator').webhookToken))(
  'the token for events in %s',
  (_, open) => {
    it('is made once and stays', async () => {
      const store = open();
      expect(await store.token(() => 'first')).toBe('first');
      expect(await store.token(() => 'second')).toBe('first');
    });

    it('is one, also for two who ask at the same time', async () => {
      const store = open();
      const asked = ['one', 'other'].map((token) => store.token(() => token));
      expect(await Promise.all(asked)).toEqual(['one', 'one']);
    });

    it('is not there when it could not be made', async () => {
      const store = open();
      const broken = (): never => {
        throw new Error('no chance');
      };
      await expect(store.token(broken)).rejects.toThrow('no chance');
      expect(await store.token(() => 'next')).toBe('next');
    });
  },
);
