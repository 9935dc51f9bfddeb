type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The same fields without those that are undefined: an optional field is absent, never undefined. */
export function present<T extends object>(fields: T): Present<T> {
  const known: Record<string, unknown> = {};
  // A loop: every answer and every calculation of a cell passes here.
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) known[name] = value;
  // Only undefined fields are left out, which the type says.
  return known as Present<T>;
}
