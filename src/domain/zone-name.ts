/**
 * What people call the clocks of an IANA zone at a moment (epoch ms), in whatever language the machine speaks: "CET" in winter,
 * "CEST" in summer; "GMT+8" where they have no name.
 */
export function zoneNames(zone: string): (epochMs: number) => string {
  // British English has names for Europe's clocks, American for America's; dear to make, so each only when it is asked for.
  const british = onceMade('en-GB', zone);
  const american = onceMade('en-US', zone);
  return (epochMs) => {
    const name = british(epochMs);
    return name.includes('GMT-') ? american(epochMs) : name;
  };
}

function onceMade(language: string, timeZone: string): (epochMs: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (epochMs) => {
    format ??= new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' });
    return format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  };
}
