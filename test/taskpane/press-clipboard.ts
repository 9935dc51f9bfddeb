import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A window's clipboard as Safari has it: only a press itself may write to it, though the text may follow. */
export class PressClipboard {
  readonly texts: string[] = [];
  private isPressed = false;

  /** `refuses` as the window of Excel on the web. */
  constructor({ refuses = false } = {}) {
    const write = async ([item]: readonly Item[]): Promise<void> => {
      if (refuses || !this.isPressed) throw new DOMException('Not allowed.', 'NotAllowedError');
      const content = await item?.contents['text/plain'];
      if (content?.type !== 'text/plain') throw new DOMException('The types differ.', 'NotAllowedError');
      this.texts.push(await content.text());
    };
    const writeText = (): Promise<void> => write([]);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ write, writeText } as never);
    vi.stubGlobal('ClipboardItem', Item);
  }

  /** The press is over when `press` returns. */
  async during(press: () => void): Promise<void> {
    await act(async () => {
      this.isPressed = true;
      press();
      this.isPressed = false;
    });
  }
}

class Item {
  constructor(readonly contents: Readonly<Record<string, Promise<Blob>>>) {}
}
