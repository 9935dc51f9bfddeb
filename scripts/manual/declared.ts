import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';
import * as z from 'zod/mini';

/** A function as functions.json, and so Excel, describes it. */
export const DeclaredFunction = z.object({
  id: z.string(),
  description: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), description: z.string(), optional: z.optional(z.boolean()) }),
  ),
});
export type DeclaredFunction = z.infer<typeof DeclaredFunction>;

const Metadata = z.object({ functions: z.array(DeclaredFunction) });

/** What the declarations below this folder say now, made as the bundle's functions.json is. */
export async function declaredFunctions(root: string): Promise<readonly DeclaredFunction[]> {
  const folder = resolve(root, 'src/functions/declarations');
  const files = readdirSync(folder)
    .sort()
    .map((file) => resolve(folder, file));
  const { metadataJson, errors } = await generateCustomFunctionsMetadata(files, false);
  if (errors.length > 0) throw new Error(['The declarations have faults:', ...errors].join('\n  '));
  return Metadata.parse(JSON.parse(metadataJson)).functions;
}
