// Loaded into a gateway under test: what it asks the provider of Office is asked at PROVIDER_AT.

const { fetch } = globalThis;
const { PROVIDER_ORIGIN = '', PROVIDER_AT = '' } = process.env;
/** @type {typeof fetch} */
globalThis.fetch = (asked, init) =>
  fetch(String(asked instanceof Request ? asked.url : asked).replace(PROVIDER_ORIGIN, PROVIDER_AT), init);
