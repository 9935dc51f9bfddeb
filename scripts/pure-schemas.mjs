const SCHEMA = /(?<![\w$.])z\.\w+\(/g;

/**
 * Marks the making of each schema (`z.object(…)`) as free of side effects, so that the build leaves out those that nothing
 * in a page reads with, such as the gateway's own.
 * @param {string} code
 * @returns {string}
 */
export default function pureSchemas(code) {
  return code.replaceAll(SCHEMA, '/*#__PURE__*/$&');
}
