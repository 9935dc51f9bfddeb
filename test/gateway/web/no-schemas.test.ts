import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { NO_SCHEMAS } from '../../../src/gateway/web/no-schemas';

it('says where a route has a JSON schema, which nothing would check', async () => {
  const app = fastify({ schemaController: NO_SCHEMAS });
  app.get('/', { schema: { querystring: { type: 'object' } } }, async () => ({}));
  await expect(app.ready()).rejects.toThrow('JSON schema');
});
