import type { MouseEvent } from 'react';
import type { GatewayClient } from '../../client/client';
import { PressButton, type PressButtonProps } from '../ui/press-button';
import { usePane } from './hooks';

/** So long after a press a further click of the same hand was not meant for what has come in the place of the button. */
const COVERED_MS = 700;
const COVER_PX = 32;

/** The one button of a view, which sends by Space or a click. For a moment after a click nothing under the pointer can be pressed. */
export function SendButton({ onPress, ...props }: Omit<PressButtonProps, 'wide' | 'keys'>) {
  const { clock } = usePane().client;
  const press = (event: MouseEvent): void => {
    // A key presses where the focus is, wherever the pointer rests.
    if (event.detail > 0) coverPlace(event, clock);
    onPress(event);
  };
  return <PressButton {...props} wide keys="space" onPress={press} />;
}

function coverPlace({ clientX, clientY }: MouseEvent, clock: GatewayClient['clock']): void {
  const cover = document.createElement('div');
  cover.dataset['cover'] = '';
  cover.ariaHidden = 'true';
  Object.assign(cover.style, {
    position: 'fixed',
    zIndex: '2147483647',
    width: `${COVER_PX}px`,
    height: `${COVER_PX}px`,
    left: `${clientX - COVER_PX / 2}px`,
    top: `${clientY - COVER_PX / 2}px`,
  });
  document.body.append(cover);
  clock.after(COVERED_MS, () => cover.remove());
}
