const WIDTH_MIN_PX = 320;
const WIDTH_DEFAULT_PX = 380;
const GRID_MIN_PX = 240;

/** The task pane at the right: shown, hidden, dragged wider. Its page lives on while it is hidden. */
export interface Pane {
  readonly frame: HTMLIFrameElement;
  visible(): boolean;
  show(visible: boolean): void;
  onVisibility(act: (visible: boolean) => void): void;
  /** A sentence in place of the page, with a button that tries again; null takes it away. */
  say(sentence: string | null): void;
}

interface Parts {
  section: HTMLElement;
  frame: HTMLIFrameElement;
  handle: HTMLElement;
  close: HTMLElement;
  notice: HTMLElement;
}

export function createPane(parts: Parts, wantedWidth: string | null): Pane {
  const { section, frame, handle, notice } = parts;
  const listeners: ((visible: boolean) => void)[] = [];
  const show = (visible: boolean): void => {
    if (section.hidden === !visible) return;
    section.hidden = !visible;
    handle.hidden = !visible;
    for (const tell of listeners) tell(visible);
  };
  setWidth(Number(wantedWidth) || WIDTH_DEFAULT_PX);
  dragWith(handle, frame);
  parts.close.addEventListener('click', () => show(false));
  return {
    frame,
    visible: () => !section.hidden,
    show,
    onVisibility: (act) => listeners.push(act),
    say(sentence) {
      notice.hidden = sentence === null;
      notice.textContent = sentence ?? '';
    },
  };
}

function setWidth(widthPx: number): void {
  const max = Math.max(WIDTH_MIN_PX, window.innerWidth - GRID_MIN_PX);
  const width = Math.min(Math.max(widthPx, WIDTH_MIN_PX), max);
  document.documentElement.style.setProperty('--pane-width', `${width}px`);
}

const STEP_PX = 20;

/** While it is dragged the frame must not take the pointer. */
function dragWith(handle: HTMLElement, frame: HTMLIFrameElement): void {
  handle.addEventListener('pointerdown', (press) => {
    handle.setPointerCapture(press.pointerId);
    frame.style.pointerEvents = 'none';
  });
  handle.addEventListener('pointermove', (move) => {
    if (handle.hasPointerCapture(move.pointerId)) setWidth(window.innerWidth - move.clientX);
  });
  handle.addEventListener('pointerup', () => {
    frame.style.pointerEvents = '';
  });
  handle.addEventListener('keydown', ({ key }) => {
    const steps = key === 'ArrowLeft' ? 1 : key === 'ArrowRight' ? -1 : 0;
    if (steps !== 0) setWidth(frame.getBoundingClientRect().width + steps * STEP_PX);
  });
}
