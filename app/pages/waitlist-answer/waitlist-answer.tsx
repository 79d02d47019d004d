import type { ReactNode } from 'react';
import { beforeScript, emailLinks } from '../../../content/pages/email-links.ts';
import { place } from '../../../content/pages/place.ts';
import { waitlistAnswers } from '../../../content/pages/waitlist-answers.ts';
import { type EmailLink, type PlaceAct, placeActPath, type WaitlistOutcome } from '../../../content/paths.ts';
import type { Page } from '../../routes.ts';
import { Sketch } from '../../sketches/sketches.tsx';
import { TodaySketch } from '../../sketches/today.tsx';
import { EmailInput } from '../../ui/field.tsx';
import { handles } from '../../ui/markup-handles.ts';
import { Headline } from '../../ui/text.tsx';

interface AnswerProps {
  title: string;
  golden?: string | undefined;
  text?: string;
  /** What stands beside the words: then the sun rises on the page. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A title in which some words may be golden. */
function Title({ title, golden }: Pick<AnswerProps, 'title' | 'golden'>) {
  if (golden === undefined || !title.includes(golden)) return title;
  const [before = '', after = ''] = title.split(golden);
  return <Headline words={{ before: before.trimEnd(), emphasis: golden, after }} upright />;
}

function Answer({ title, golden, text, beside, children }: AnswerProps) {
  return (
    <div className={`quiet-sky sky on-sky ${beside ? 'dawn-sky answer-dawn' : 'night'}`}>
      <div className={`wrap sky-words whole-page answer-words ${beside ? 'columns' : ''}`}>
        <div className="stack answer-text">
          <h1>
            <Title title={title} golden={golden} />
          </h1>
          {text && <p className="lede">{text}</p>}
          {children}
        </div>
        {beside}
      </div>
    </div>
  );
}

/**
 * What a visitor can do on the page of a link. A server's forms work by themselves. On a static host a script has them post to the
 * function (app/waitlist/link-page.ts); until it has come they are hidden.
 * @param asks whether it shows facts that the script has to ask for
 */
function LinkPart({ asks = false, children }: { asks?: boolean; children: ReactNode }) {
  if (!import.meta.env.VITE_BACKEND_URL) return children;
  return (
    <>
      <p className="lede">{beforeScript}</p>
      <div className="link-part" {...handles({ acts: '', asks: asks ? '' : undefined })} hidden>
        {children}
      </div>
    </>
  );
}

const detailsId = 'details';

/** The sketch that greets people who are on the list now. */
const welcome = (
  <Sketch screen="today">
    <TodaySketch isCut />
  </Sketch>
);

/** Where a link in an email leads: a question and one button. The form has no `action`: it posts to its own URL, token included. */
export function emailLinkPage(link: EmailLink): Page {
  const { meta, title, text, details, button, otherwise } = emailLinks[link];
  return {
    meta,
    hero: (
      <Answer title={title} text={text}>
        <LinkPart>
          <form method="post" className="answer-form">
            {details && <p id={detailsId}>{details}</p>}
            <button
              type="submit"
              className="button button-on-sky"
              aria-describedby={details ? detailsId : undefined}
            >
              {button}
            </button>
          </form>
          <p className="muted answer-next">{otherwise}</p>
        </LinkPart>
      </Answer>
    ),
    sections: null,
  };
}

/** A form of somebody's place. It posts to its act's own URL, with the token that the server fills in. */
function Act({ act, button, children }: { act: PlaceAct; button: string; children?: ReactNode }) {
  return (
    <form method="post" action={`${placeActPath(act)}?t={{token}}`} className="act">
      {children}
      <button type="submit" className="button button-on-sky">
        {button}
      </button>
    </form>
  );
}

/** What is held about somebody, with a form for each thing that they may ask for: a template, which the server fills. */
export function placePage(): Page {
  const { meta, title, text, facts, download, change, leave, erase } = place;
  return {
    meta,
    hero: (
      <Answer title={title}>
        <LinkPart asks>
          <p className="lede">{text}</p>
          <dl className="place-facts">
            {facts.map((fact) => (
              <div key={fact.term}>
                <dt className="muted">{fact.term}</dt>
                <dd>{fact.text}</dd>
              </div>
            ))}
          </dl>
          <Act act="download" button={download} />
          {/* Hidden from somebody who has left: there is no address to change, and nothing to leave. */}
          <div {...handles({ state: '{{state}}' })} className="place-joined">
            <Act act="change" button={change.button}>
              <label htmlFor="new-email">{change.label}</label>
              <EmailInput id="new-email" className="control" aria-describedby="new-email-text" />
              <p id="new-email-text">{change.text}</p>
            </Act>
            <form method="post">
              <button type="submit" className="button button-on-sky">
                {leave}
              </button>
            </form>
          </div>
          <details className="place-erase">
            <summary>{erase.summary}</summary>
            <Act act="erase" button={erase.button}>
              <p>{erase.text}</p>
            </Act>
          </details>
        </LinkPart>
      </Answer>
    ),
    sections: null,
  };
}

/** The page that answers a form sent without a script: the toast's words as a page. */
export function waitlistAnswerPage(outcome: WaitlistOutcome): Page {
  const { meta, title, golden, text, next, button, share } = waitlistAnswers[outcome];
  return {
    meta,
    hero: (
      <Answer title={title} golden={golden} text={text} beside={share && welcome}>
        <p className="muted answer-next">{next}</p>
        <a href={button.href} className="button button-on-sky">
          {button.label}
        </a>
        {share && (
          <p className="muted answer-share">
            <span className="own-line">{share.text}</span>{' '}
            {share.links.map(({ label, href }) => (
              <a key={label} className="link" href={href} rel="noopener noreferrer">
                {label}
              </a>
            ))}
          </p>
        )}
      </Answer>
    ),
    sections: null,
  };
}
