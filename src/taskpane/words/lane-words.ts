import type { Lane } from '../../domain/lane';

export const LANE_WORDS: Record<Lane, string> = {
  withdraw: 'Withdrawing',
  accept: 'Accepting',
  submit: 'Quoting, requests, signing in',
  asked: 'Asked for by a person',
  visible: 'Watched in cells and pane',
  polling: 'Looking for changes',
  bulk: 'Captures of trades',
};
