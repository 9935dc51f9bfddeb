import { Note, type NoteTone } from '../look/note';
import type { LimitFinding } from './limit-findings';

const TONES: Record<LimitFinding['level'], NoteTone> = { block: 'bad', warn: 'warning', note: 'plain' };

/** What the limits of the desk say, each in a sentence. */
export function LimitNotes({ findings }: { findings: readonly Pick<LimitFinding, 'level' | 'text'>[] }) {
  return findings.map(({ level, text }) => (
    <Note key={text} tone={TONES[level]}>
      {text}
    </Note>
  ));
}
