import type { WaitlistAnswer, WaitlistOutcome } from '../../content/pages/waitlist-answers.ts';
import { waitlistAnswerPath } from '../routes.ts';
import { PageShell } from '../sections/shell/page-shell.tsx';
import { AnswerSky } from '../sections/waitlist-answer/answer-sky.tsx';

interface WaitlistAnswerPageProps {
  outcome: WaitlistOutcome;
  answer: WaitlistAnswer;
}

/** What a visitor without a script is shown after a form: the toast's words as a page. */
export function WaitlistAnswerPage({ outcome, answer }: WaitlistAnswerPageProps) {
  return (
    <PageShell path={waitlistAnswerPath(outcome)} opening={<AnswerSky answer={answer} />}>
      {null}
    </PageShell>
  );
}
