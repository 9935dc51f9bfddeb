/** What the bundle throws when the file of a part cannot be had. */
export function missingFile(): Error {
  const error = new Error('Loading chunk journal failed.');
  error.name = 'ChunkLoadError';
  return error;
}
