import { type EmailLink, type EmailLinkContent, emailLinks } from '../../../content/pages/email-links.ts';
import {
  type WaitlistAnswer,
  type WaitlistOutcome,
  waitlistAnswers,
} from '../../../content/pages/waitlist-answers.ts';
import { StarSky } from '../../drawings/patterns.tsx';
import { waitlistAnswerPath } from '../../paths.ts';
import type { Page } from '../../routes.ts';

/** One answer on a quiet sky, and the way on. */
function Answer({ answer }: { answer: WaitlistAnswer }) {
  return (
    <div className="quiet-sky sky on-sky">
      <StarSky />
      <div className="wrap quiet-sky-words answer-words">
        <h1>{answer.title}</h1>
        <p className="lede">{answer.text}</p>
        <p className="answer-next">{answer.next}</p>
        <a href={answer.way.href} className="button button-on-sky">
          {answer.way.label}
        </a>
        {answer.share && <Share share={answer.share} />}
      </div>
    </div>
  );
}

function Share({ share }: { share: NonNullable<WaitlistAnswer['share']> }) {
  return (
    <p className="answer-share">
      {share.text}{' '}
      {share.links.map(({ label, href }) => (
        <a key={label} className="link" href={href} rel="noopener noreferrer">
          {label}
        </a>
      ))}
    </p>
  );
}

/** One question on a quiet sky. The form has no `action`: it posts to the page's own URL, including the token. */
function LinkQuestion({ words }: { words: EmailLinkContent }) {
  return (
    <div className="quiet-sky sky on-sky">
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

/** Where a link in an email leads: a question and one button. */
export function emailLinkPage(link: EmailLink): Page {
  const words = emailLinks[link];
  return {
    path: waitlistAnswerPath(link),
    meta: words.meta,
    hero: <LinkQuestion words={words} />,
    sections: null,
  };
}

/** The page that answers a form sent without a script: the toast's words as a page. */
export function waitlistAnswerPage(outcome: WaitlistOutcome): Page {
  const answer = waitlistAnswers[outcome];
  return {
    path: waitlistAnswerPath(outcome),
    meta: answer.meta,
    hero: <Answer answer={answer} />,
    sections: null,
  };
}
