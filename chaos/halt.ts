import { runCampaign } from './campaign/command';
import { HALT } from './halt/campaign';

/**
 * Halts the desk while two pages press, kills the gateway at a drawn moment, and asks the service what left after the answer, before the
 * restart and after it: nothing. chaos/README.md says how. `--replay SEED` plays one run again, `--kill later` only runs that die so.
 */
await runCampaign(HALT, { runs: 60, named: ['kill', 'disk'] });
