/** Routes read and write by schemas of zod. Fastify would load its own compilers, of JSON schemas, at every start. */
export const NO_SCHEMAS = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };

function refuse(): never {
  throw new Error('A route of the gateway has no JSON schema: let zod read what comes.');
}
