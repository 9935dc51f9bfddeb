import { runCampaign } from './campaign/command';
import { FOUR_EYES } from './four-eyes/campaign';

/**
 * Kills the gateway at every step of an action that another person has to approve, whoever approves it, and asks the service
 * what was executed: once at most, and never unapproved. chaos/README.md says how. `--replay SEED` plays one run again, `--word own`
 * only runs with such a word, `--step held` only those that are cut there.
 */
await runCampaign(FOUR_EYES, { runs: 200, named: ['word', 'step', 'kind'] });
