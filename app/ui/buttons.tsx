import type { ReactNode } from 'react';
import { joinWaitlist } from '../../content/messages.ts';
import { bottomFormPath } from '../../content/paths.ts';
import { handles } from './markup-handles.ts';
import { inNewTab } from './outside-link.ts';

/** A button that opens the waitlist dialog. Without the script it leads to the form at the foot of the landing page. */
export function JoinButton(props: { children?: string; variant?: 'primary' | 'quiet' | 'on-sky' | 'bar' }) {
  const { children = joinWaitlist, variant = 'primary' } = props;
  return (
    <form action={bottomFormPath} className="button-form">
      <button
        type="submit"
        {...handles({ join: 'dialog-form' })}
        aria-haspopup="dialog"
        className={`button button-${variant}`}
      >
        {children}
      </button>
    </form>
  );
}

/** The icon of a dialog's close button. */
export function CloseCross() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="m4 4 12 12M16 4 4 16" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

/** The arrow icon of a select. */
export function SelectArrow() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true">
      <path d="m5 8 5 5 5-5" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

/** A link to another site. A tall one stands alone and is 44 px high to press. */
export function OutsideLink(props: { href: string; isTall?: boolean; children: ReactNode }) {
  const { href, isTall, children } = props;
  return (
    <a className={isTall ? 'link tall' : 'link'} href={href} {...inNewTab}>
      {children}
    </a>
  );
}
