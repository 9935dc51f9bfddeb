import * as z from 'zod/mini';
import type { FunctionSpec } from '../grid/port';

const Parameter = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  type: z.optional(z.string()),
  dimensionality: z.optional(z.string()),
  optional: z.optional(z.boolean()),
  repeating: z.optional(z.boolean()),
});
export type Parameter = z.infer<typeof Parameter>;

const Options = z.object({
  stream: z.optional(z.boolean()),
  cancelable: z.optional(z.boolean()),
  volatile: z.optional(z.boolean()),
  requiresAddress: z.optional(z.boolean()),
  requiresStreamAddress: z.optional(z.boolean()),
  requiresParameterAddresses: z.optional(z.boolean()),
  requiresStreamParameterAddresses: z.optional(z.boolean()),
});

/** One function of functions.json, as the metadata generator writes it. */
export const FunctionMeta = z.object({
  id: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  parameters: z.array(Parameter),
  options: z.optional(Options),
  /** Errors among its arguments of any type are handed over. */
  takesErrors: z.optional(z.boolean()),
});
export type FunctionMeta = z.infer<typeof FunctionMeta>;

export const FunctionsFile = z.pipe(
  z.object({ allowErrorForDataTypeAny: z.optional(z.boolean()), functions: z.array(FunctionMeta) }),
  z.transform(({ allowErrorForDataTypeAny: takesErrors = false, functions }) => ({
    functions: functions.map((meta) => ({ ...meta, takesErrors })),
  })),
);

/** As the grid wants it: the full name, and what completion and argument help show. */
export function functionSpec(meta: FunctionMeta, namespace: string | null): FunctionSpec {
  return {
    name: (namespace === null ? meta.name : `${namespace}.${meta.name}`).toUpperCase(),
    description: meta.description ?? '',
    parameters: meta.parameters.map(({ name, description, optional, repeating }) => ({
      name,
      description: description ?? '',
      optional: optional ?? false,
      repeating: repeating ?? false,
    })),
    wantsAddresses: wantsParameterAddresses(meta),
  };
}

/** The generator names the wish differently for functions that stream. */
export const wantsParameterAddresses = ({ options }: FunctionMeta): boolean =>
  options?.requiresParameterAddresses === true || options?.requiresStreamParameterAddresses === true;
