interface ConsentProps {
  /** Of the paragraph, for the `aria-describedby` of the button under it. */
  id: string;
  words: { consent: string; privacyLink: string };
  className?: string;
}

/** What a visitor agrees to by pressing the button under it, above the field of a form within a page. */
export function Consent({ id, words, className = 'consent' }: ConsentProps) {
  return (
    <p id={id} className={className}>
      {words.consent}{' '}
      <a className="link" href="/privacy">
        {words.privacyLink}
      </a>
    </p>
  );
}
