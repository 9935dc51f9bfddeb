import { ACTIONS } from './actions/campaign';
import { isSpeakable } from './actions/plan';
import { runCampaign } from './campaign/command';

/**
 * Cuts actions at every step, by `kill -9`, lost connections and silence, and compares what the service did with what the
 * journal says afterwards. chaos/README.md says how. `--replay SEED` plays one run again,
 * `--cut late` only runs whose cut is named so, `--habit` and `--kind` likewise. `--dialects`: each at a platform of a drawn dialect.
 */
await runCampaign(ACTIONS, { runs: 500, named: ['cut', 'habit', 'kind'], speakable: isSpeakable });
