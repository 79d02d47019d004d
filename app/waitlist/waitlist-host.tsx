import { createRoot } from 'react-dom/client';
import { openDialog } from './dialog-state.ts';
import { WaitlistDialog } from './waitlist-dialog.tsx';

let mounted = false;

/** Opens the page's one waitlist dialog; the first call puts it into the page. */
export function openWaitlist(): void {
  if (!mounted) {
    mounted = true;
    createRoot(document.body.appendChild(document.createElement('div'))).render(<WaitlistDialog />);
  }
  openDialog();
}
