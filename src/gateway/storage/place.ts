import { join } from 'node:path';
import type { Environment } from '../../domain/desk-status';

/** Where the data of one environment is kept. */
export interface StoragePlace {
  /** The setting DESK_DATA, or {@link IN_MEMORY}. */
  readonly dataFolder: string;
  readonly environment: Environment;
}

/** Instead of a folder: what is known ends with the process. */
export const IN_MEMORY = ':memory:';

export const databasePath = ({ dataFolder, environment }: StoragePlace): string =>
  dataFolder === IN_MEMORY ? IN_MEMORY : join(dataFolder, environment, 'spreaddesk.db');
