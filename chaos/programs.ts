import { runCampaign } from './campaign/command';
import { PROGRAMS } from './programs/campaign';

/**
 * Runs programs while pages die, lines are cut, gateways are killed, cells go wild, answers are lost, quotes are filled and desks are
 * halted; and judges by the service's own truth what was live, and when. chaos/README.md says how. `--replay SEED` plays one run again,
 * `--end silent` only runs that end so.
 */
await runCampaign(PROGRAMS, { runs: 60, named: ['end', 'trouble'] });
