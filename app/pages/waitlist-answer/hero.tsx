import type { WaitlistAnswer } from '../../../content/pages/waitlist-answers.ts';
import { StarSky } from '../../drawings/star-sky.tsx';

/** One answer on a quiet sky, and the way on. */
export function AnswerSky({ answer }: { answer: WaitlistAnswer }) {
  return (
    <div className="quiet-sky on-sky">
      <StarSky />
      <div className="wrap quiet-sky-words answer-words">
        <h1>{answer.title}</h1>
        <p className="lede">{answer.text}</p>
        <p className="answer-next">{answer.next}</p>
        <a href={answer.way.href} className="button button-on-sky">
          {answer.way.label}
        </a>
      </div>
    </div>
  );
}
