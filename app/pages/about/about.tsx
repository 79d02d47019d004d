import { about } from '../../../content/pages/about.ts';
import { Horizon } from '../../drawings/horizon.tsx';
import { Monogram } from '../../drawings/monogram.tsx';
import { StarSky } from '../../drawings/patterns.tsx';
import type { Page } from '../../routes.ts';
import { JoinButton, OutsideLink } from '../../ui/buttons.tsx';
import { Scripture } from '../../ui/scripture.tsx';
import { HeroWords } from '../../ui/text.tsx';

const { hero, mission, values, problem, solution, team, join } = about;

function AboutHero() {
  return (
    <div className="about-hero sky on-sky">
      <StarSky isFree={({ x, y }) => x > 0.55 && y > 0.12 && y < 0.6} />
      <div className="wrap sky-words">
        <HeroWords words={hero} upright />
      </div>
      <div className="about-horizon">
        <Horizon />
      </div>
    </div>
  );
}

function Mission() {
  return (
    <section className="section wrap" aria-labelledby="mission">
      <p className="eyebrow">{mission.eyebrow}</p>
      <h2 id="mission">{mission.title}</h2>
      <div className="columns mission-row">
        <div className="mission-source">
          <Scripture id={hero.reference} />
        </div>
        <div className="stack mission-reasons">
          {mission.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

function Values() {
  return (
    <section className="values" aria-labelledby="values">
      <div className="wrap section columns values-row">
        <h2 id="values" className="beside">
          {values.title}
        </h2>
        <ol className="ruled values-list">
          {values.items.map((value) => (
            <li key={value.title}>
              <h3>{value.title}</h3>
              <p className="muted">{value.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function ProblemAndSolution() {
  return (
    <div className="columns problem-and-solution">
      <section className="problem" aria-labelledby="problem">
        <h2 id="problem">{problem.title}</h2>
        <p className="muted">{problem.text}</p>
      </section>
      <section className="night on-sky" aria-labelledby="solution">
        <h2 id="solution">{solution.title}</h2>
        <p className="muted">{solution.text}</p>
      </section>
    </div>
  );
}

/** The name beside it says who it is. */
function Portrait({ image }: { image: string }) {
  if (!image.startsWith('/')) return <Monogram firstName={image} />;
  return <img src={image} alt="" width="160" height="160" loading="lazy" className="member-picture" />;
}

function Member({ member }: { member: (typeof team.members)[number] }) {
  const { websiteLabel, linkedinLabel } = team;
  return (
    <li className="stack member">
      <div className="member-portrait">
        <Portrait image={member.image} />
      </div>
      <div>
        <h3>{member.name}</h3>
        <p className="member-role">{member.role}</p>
        <p className="muted member-bio">{member.bio}</p>
        {member.past && <p className="muted member-bio">{member.past}</p>}
        {!member.sample && (
          <p className="member-links">
            <a className="link tall" href={member.website}>
              {websiteLabel}
              <span className="visually-hidden">{`: ${member.name}`}</span>
            </a>
            <OutsideLink href={member.linkedin} isTall>
              {linkedinLabel}
              <span className="visually-hidden">{`: ${member.name}`}</span>
            </OutsideLink>
          </p>
        )}
      </div>
    </li>
  );
}

function Team() {
  return (
    <section className="section wrap" aria-labelledby="team">
      <div className="stack team-head">
        <h2 id="team">{team.title}</h2>
        <p className="lede">{team.lede}</p>
      </div>
      <ul className="columns team">
        {team.members.map((member) => (
          <Member key={member.name} member={member} />
        ))}
      </ul>
    </section>
  );
}

function JoinPanel() {
  return (
    <section className="section wrap" aria-labelledby="join-title">
      <div className="columns panel on-sky">
        <div className="stack panel-words">
          <h2 id="join-title">{join.title}</h2>
          <p className="lede">{join.text}</p>
        </div>
        <div className="stack panel-words">
          <JoinButton variant="on-sky">{join.button}</JoinButton>
          <p className="small">
            <span className="own-line">{join.feedback.text}</span>{' '}
            <a className="link tall" href={join.feedback.href}>
              {join.feedback.label}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

export const page: Page = {
  meta: about.meta,
  hero: <AboutHero />,
  sections: (
    <>
      <Mission />
      <Values />
      <ProblemAndSolution />
      <Team />
      <JoinPanel />
    </>
  ),
};
