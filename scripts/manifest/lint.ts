import { addressFindings } from './address';
import { commandFindings } from './commands';
import { parseManifest } from './element';
import { orderFindings } from './element-order';
import { identityFindings } from './identity';
import { pictureFindings, type ServedFile } from './pictures';
import { resourceFindings } from './resources';
import { runtimeFindings } from './runtime';
import { valueFindings } from './values';

/** What the manifest leads to: the files beside it and the names that the code answers to. */
export interface Surroundings {
  readonly served: ServedFile;
  readonly associated: ReadonlySet<string>;
}

/** Every reason why Excel would refuse this manifest or show a button that does nothing, as sentences. */
export function lintManifest(xml: string, surroundings: Surroundings): string[] {
  const manifest = parseManifest(xml);
  return [
    ...orderFindings(manifest),
    ...valueFindings(manifest),
    ...identityFindings(manifest),
    ...addressFindings(manifest),
    ...resourceFindings(manifest),
    ...runtimeFindings(manifest),
    ...pictureFindings(manifest, surroundings.served),
    ...commandFindings(manifest, surroundings),
  ];
}
