/**
 * functions.json as Excel gets it. With this property, for which the generator has no word, an error in one cell of an argument is
 * handed over, and told for that cell alone; without it Excel makes the whole result an error and calls no function.
 * @param {string} generated
 */
export const functionsText = (generated) =>
  JSON.stringify({ allowErrorForDataTypeAny: true, ...JSON.parse(generated) }, null, 4);
