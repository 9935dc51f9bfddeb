import { runCampaign } from './campaign/command';
import { EVENTS } from './events/campaign';

/**
 * Delivers events twice, forged, shuffled, broken and not at all, kills the gateway between disk and answer, fills its disk,
 * and compares what it kept and what cells show with what happened. chaos/README.md says how. `--replay SEED` plays one run
 * again, `--fault killed` only runs whose fault is named so, `--dialects` each at a platform of a drawn dialect.
 */
await runCampaign(EVENTS, { runs: 200, named: ['fault'] });
