import * as z from 'zod/mini';
import type { Routes } from './routes';

/** A function as Excel is told of it: `description` ends with an example. */
const ListedFunction = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), description: z.string(), optional: z.optional(z.boolean()) }),
  ),
});
export type ListedFunction = z.infer<typeof ListedFunction>;

export const FunctionList = z.object({ functions: z.array(ListedFunction) });
export type FunctionList = z.infer<typeof FunctionList>;

/** The file from which Excel knows the functions; it lies beside the page, for anybody. */
export const FUNCTION_LIST = {
  read: { method: 'GET', path: '/functions.json', answer: FunctionList },
} as const satisfies Routes;
