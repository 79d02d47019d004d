import { type WaitlistOutcome, waitlistAnswers } from '../../../content/pages/waitlist-answers.ts';
import type { Page } from '../../page.ts';
import { waitlistAnswerPath } from '../../paths.ts';
import { AnswerSky } from './hero.tsx';

/** The page that answers a form sent without a script: the toast's words as a page. */
export function waitlistAnswerPage(outcome: WaitlistOutcome): Page {
  const answer = waitlistAnswers[outcome];
  return {
    path: waitlistAnswerPath(outcome),
    meta: answer.meta,
    style: 'waitlist-answer',
    hero: <AnswerSky answer={answer} />,
    sections: null,
  };
}
