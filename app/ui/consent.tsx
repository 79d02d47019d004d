interface ConsentProps {
  /** Of the paragraph, so that the button under it can name it as its description. */
  id: string;
  words: { consent: string; privacyLink: string };
  className?: string;
}

/** What a visitor agrees to by pressing the button under it, above the field of a form that stands in a page. */
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
