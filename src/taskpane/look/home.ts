/** Where the focus goes when what had it is about to go: the title of the room that it is in. */
export function goHome(from: HTMLElement): void {
  from.closest('[data-room]')?.querySelector<HTMLElement>('[data-home]')?.focus();
}
