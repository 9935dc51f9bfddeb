import { format } from 'prettier';
import { profileSchema } from '../../src/contract/service/profile-file';

/** docs/service-profile.schema.json, by which an editor knows what may stand in a profile. */
export const profileSchemaText = (): Promise<string> =>
  format(JSON.stringify(profileSchema()), { parser: 'json', printWidth: 110 });
