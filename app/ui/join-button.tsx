import { joinWaitlist } from '../../content/messages.ts';
import { bottomFormPath } from '../paths.ts';

interface JoinButtonProps {
  children?: string;
  look?: 'primary' | 'quiet' | 'on-sky' | 'bar';
  size?: 'regular' | 'small';
}

/** A button that opens the waitlist dialog; until the script has loaded it leads to the form at the foot of the landing page. */
export function JoinButton({ children = joinWaitlist, look = 'primary', size = 'regular' }: JoinButtonProps) {
  const sizeClass = size === 'small' ? 'button-small' : '';
  return (
    <form action={bottomFormPath} className="button-form">
      <button
        type="submit"
        data-join=""
        aria-haspopup="dialog"
        className={`button button-${look} ${sizeClass}`}
      >
        {children}
      </button>
    </form>
  );
}
