/** "20261123T120135482Z": a moment in UTC as part of a file's name, so that no file of a day writes over another. */
export const momentInName = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, '');
