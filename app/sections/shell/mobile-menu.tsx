import type { MouseEvent, Ref } from 'react';
import { topBar, navigationWords as words } from '../../../content/navigation.ts';
import { site } from '../../../content/site.ts';
import { Logo } from '../../drawings/logo.tsx';
import { JoinButton } from '../../ui/join-button.tsx';

interface MobileMenuProps {
  ref: Ref<HTMLDialogElement>;
  path: string;
}

/** A full sheet. The browser's own modal dialog keeps the focus inside and closes on Escape. */
export function MobileMenu({ ref, path }: MobileMenuProps) {
  function closeAfterChoice(event: MouseEvent<HTMLDialogElement>): void {
    if (event.target instanceof Element && event.target.closest('a, button')) event.currentTarget.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it listens for the clicks of the links and buttons inside.
    <dialog
      ref={ref}
      id="menu"
      className="menu-sheet on-sky"
      aria-label={words.menu}
      onClick={closeAfterChoice}
    >
      <div className="menu-top">
        <a href="/" className="brand" aria-label={words.home}>
          <Logo />
          <span>{site.name}</span>
        </a>
        <button
          type="button"
          className="menu-button"
          aria-label={words.closeMenu}
          {...{ commandfor: 'menu', command: 'close' }}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      <nav aria-label={words.menu}>
        <ul>
          {topBar.map((item) => (
            <li key={item.path}>
              <a href={item.path} aria-current={item.path === path ? 'page' : undefined}>
                {item.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <JoinButton look="on-sky" />
    </dialog>
  );
}
