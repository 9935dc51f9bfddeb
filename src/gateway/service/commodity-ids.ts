import { failed, success, type Outcome } from '../../domain/failure';
import type { PathIds } from './route';

const LENGTH_MAX = 100;

/** A commodity that stands in a path. The platform's list of them is open, so any text that can be written there is one. */
export function commodityIds(commodity: string): Outcome<PathIds> {
  const isWritable = commodity.trim() !== '' && commodity.length <= LENGTH_MAX && !UNWRITABLE.test(commodity);
  if (isWritable) return success({ commodity });
  return failed({
    kind: 'invalid-argument',
    message: 'That is no name of a commodity.',
    next: 'Give it as the platform shows it, such as "power".',
  });
}

const UNWRITABLE = /[\p{Cc}\p{Cs}]/u;
