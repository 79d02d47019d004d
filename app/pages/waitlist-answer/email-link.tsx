import { type EmailLink, emailLinks } from '../../../content/pages/email-links.ts';
import type { Page } from '../../page.ts';
import { waitlistAnswerPath } from '../../paths.ts';
import { AskingSky } from './link-question.tsx';

/** Where a link in an email leads: a question and one button. */
export function emailLinkPage(link: EmailLink): Page {
  const words = emailLinks[link];
  return {
    path: waitlistAnswerPath(link),
    meta: words.meta,
    style: 'waitlist-answer',
    hero: <AskingSky words={words} />,
    sections: null,
  };
}
