import type { EmailLinkContent } from '../../../content/pages/email-links.ts';
import { StarSky } from '../../drawings/star-sky.tsx';

/** One question on a quiet sky. The form has no `action`: it posts to the page's own URL, including the token. */
export function AskingSky({ words }: { words: EmailLinkContent }) {
  return (
    <div className="quiet-sky on-sky">
      <StarSky />
      <div className="wrap quiet-sky-words answer-words">
        <h1>{words.title}</h1>
        <p className="lede">{words.text}</p>
        <form method="post">
          <button type="submit" className="button button-on-sky">
            {words.button}
          </button>
        </form>
        <p className="answer-next">{words.otherwise}</p>
      </div>
    </div>
  );
}
