import { readDialogWord } from '../../domain/dialog-word';

// The last page of a sign-in's dialog: it hands its code to the pane, and shows it to a person for where that fails.

const { ticket, problem } = readDialogWord(window.location.hash);
const heading = document.getElementById('heading');
const text = document.getElementById('text');
const code = document.getElementById('code');
if (heading && text && code) {
  heading.textContent = ticket === undefined ? 'Not signed in' : 'Almost done';
  text.textContent =
    problem ??
    'This window closes by itself. If it does not, type this code into your own pane, and close it:';
  code.textContent = ticket ?? '';
}
if (typeof Office !== 'undefined') {
  void Office.onReady(() => {
    const { ui } = Office.context as Partial<Office.Context>;
    ui?.messageParent?.(window.location.hash);
  });
}
