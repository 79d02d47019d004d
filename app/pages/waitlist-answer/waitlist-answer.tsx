import type { ReactNode } from 'react';
import { type EmailLink, emailLinks } from '../../../content/pages/email-links.ts';
import {
  type WaitlistAnswer,
  type WaitlistOutcome,
  waitlistAnswers,
} from '../../../content/pages/waitlist-answers.ts';
import { StarSky } from '../../drawings/patterns.tsx';
import { waitlistAnswerPath } from '../../paths.ts';
import type { Page } from '../../routes.ts';

function Answer({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="quiet-sky night sky on-sky">
      <StarSky />
      <div className="wrap sky-words answer-words">
        <h1>{title}</h1>
        <p className="lede">{text}</p>
        {children}
      </div>
    </div>
  );
}

function Share({ share }: { share: NonNullable<WaitlistAnswer['share']> }) {
  return (
    <p className="muted answer-share">
      {share.text}{' '}
      {share.links.map(({ label, href }) => (
        <a key={label} className="link" href={href} rel="noopener noreferrer">
          {label}
        </a>
      ))}
    </p>
  );
}

/** Where a link in an email leads: a question and one button. The form has no `action`: it posts to its own URL, token included. */
export function emailLinkPage(link: EmailLink): Page {
  const { meta, title, text, button, otherwise } = emailLinks[link];
  return {
    path: waitlistAnswerPath(link),
    meta,
    hero: (
      <Answer title={title} text={text}>
        <form method="post">
          <button type="submit" className="button button-on-sky">
            {button}
          </button>
        </form>
        <p className="muted answer-next">{otherwise}</p>
      </Answer>
    ),
    sections: null,
  };
}

/** The page that answers a form sent without a script: the toast's words as a page. */
export function waitlistAnswerPage(outcome: WaitlistOutcome): Page {
  const { meta, title, text, next, way, share } = waitlistAnswers[outcome];
  return {
    path: waitlistAnswerPath(outcome),
    meta,
    hero: (
      <Answer title={title} text={text}>
        <p className="muted answer-next">{next}</p>
        <a href={way.href} className="button button-on-sky">
          {way.label}
        </a>
        {share && <Share share={share} />}
      </Answer>
    ),
    sections: null,
  };
}
