import type { Rect } from '../grid/cell';
import type { Kind, Property } from './kind';

/**
 * What may be typed into cells. The grid has no such rules: what Excel would enforce is taken and not enforced, and what is
 * read is what cells without rules have.
 */
export const VALIDATION: Kind<Rect> = {
  name: 'DataValidation',
  properties: {
    Type: { get: () => 'None' },
    Rule: taken(() => ({})),
    ErrorAlert: taken(() => ({ message: '', showAlert: true, style: 'Stop', title: '' })),
    Prompt: taken(() => ({ message: '', showPrompt: true, title: '' })),
    IgnoreBlanks: taken(() => true),
    Valid: { get: () => true },
  },
  methods: { Clear: () => undefined },
};

function taken(get: () => unknown): Property<Rect> {
  return { get, set: () => undefined };
}
