import { type AboutContent, about } from '../../../content/pages/about.ts';
import { Horizon } from '../../drawings/horizon.tsx';
import { Monogram } from '../../drawings/monogram.tsx';
import { KhatamPattern, StarSky } from '../../drawings/patterns.tsx';
import type { ScreenPage } from '../../routes.ts';
import { JoinButton } from '../../ui/join-button.tsx';
import { Scripture } from '../../ui/scripture.tsx';
import { HeroWords } from '../../ui/text.tsx';

/** The hour the product is named after: words in the dark above, the sun on the horizon below. */
function AboutHero({ hero }: { hero: AboutContent['hero'] }) {
  return (
    <div className="about-hero sky on-sky">
      <StarSky />
      <div className="wrap about-hero-words">
        <HeroWords words={hero} upright />
      </div>
      <div className="about-horizon">
        <Horizon />
      </div>
    </div>
  );
}

interface MissionProps {
  mission: AboutContent['mission'];
  /** The hadith that the hero speaks of, by its id. */
  reference: string;
}

/** Why the product exists: one large statement, its reasons, and the supplication behind the name. */
function Mission({ mission, reference }: MissionProps) {
  return (
    <section className="section wrap" aria-labelledby="mission">
      <p className="eyebrow">{mission.eyebrow}</p>
      <h2 id="mission" className="mission-statement">
        {mission.title}
      </h2>
      <div className="mission-row">
        <div className="mission-source">
          <Scripture id={reference} />
        </div>
        <div className="mission-reasons">
          {mission.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

/** What the makers hold to, numbered between hairlines; the title stays beside the list while it scrolls. */
function Values({ values }: { values: AboutContent['values'] }) {
  return (
    <section className="values" aria-labelledby="values">
      <div className="wrap section values-row">
        <h2 id="values" className="values-title">
          {values.title}
        </h2>
        <ol className="values-list">
          {values.items.map((value) => (
            <li key={value.title}>
              <h3>{value.title}</h3>
              <p>{value.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

interface ProblemAndSolutionProps {
  problem: AboutContent['problem'];
  solution: AboutContent['solution'];
}

/** Two grounds side by side, paper and night, each to its own edge of the window. */
function ProblemAndSolution({ problem, solution }: ProblemAndSolutionProps) {
  return (
    <div className="problem-and-solution">
      <section className="problem" aria-labelledby="problem">
        <h2 id="problem">{problem.title}</h2>
        <p>{problem.text}</p>
      </section>
      <section className="solution on-sky" aria-labelledby="solution">
        <h2 id="solution">{solution.title}</h2>
        <p>{solution.text}</p>
      </section>
    </div>
  );
}

interface TeamProps {
  team: AboutContent['team'];
}

interface MemberProps {
  member: TeamProps['team']['members'][number];
  websiteLabel: string;
  linkedinLabel: string;
}

function Member({ member, websiteLabel, linkedinLabel }: MemberProps) {
  return (
    <li className="member">
      <div className="member-portrait">
        <Monogram firstName={member.image} />
      </div>
      <div>
        <h3>{member.name}</h3>
        <p className="member-role">{member.role}</p>
        <p className="member-bio">{member.bio}</p>
        {!member.sample && (
          <p className="member-links">
            <a className="link" href={member.website} aria-label={`${websiteLabel}: ${member.name}`}>
              {websiteLabel}
            </a>
            <a
              className="link"
              href={member.linkedin}
              aria-label={`${linkedinLabel}: ${member.name}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {linkedinLabel}
            </a>
          </p>
        )}
      </div>
    </li>
  );
}

/** Who made it. Each portrait is drawn from the name; one of the two columns is set a step lower. */
function Team({ team }: TeamProps) {
  return (
    <section className="section wrap" aria-labelledby="team">
      <div className="team-head">
        <h2 id="team">{team.title}</h2>
        <p className="lede">{team.lede}</p>
      </div>
      <ul className="team">
        {team.members.map((member) => (
          <Member
            key={member.name}
            member={member}
            websiteLabel={team.websiteLabel}
            linkedinLabel={team.linkedinLabel}
          />
        ))}
      </ul>
    </section>
  );
}

/** The way onto the list, and the way to tell us what is wrong. */
function JoinPanel({ join }: { join: AboutContent['join'] }) {
  return (
    <section className="wrap about-join" aria-labelledby="join-title">
      <div className="panel on-sky">
        <KhatamPattern />
        <h2 id="join-title">{join.title}</h2>
        <p className="lede">{join.text}</p>
        <JoinButton look="on-sky">{join.button}</JoinButton>
        <p className="about-feedback">
          {join.feedback.text}{' '}
          <a className="link panel-link" href={join.feedback.href}>
            {join.feedback.label}
          </a>
        </p>
      </div>
    </section>
  );
}

export const page: ScreenPage = {
  path: '/about',
  meta: about.meta,
  hero: <AboutHero hero={about.hero} />,
  sections: (
    <>
      <Mission mission={about.mission} reference={about.hero.reference} />
      <Values values={about.values} />
      <ProblemAndSolution problem={about.problem} solution={about.solution} />
      <Team team={about.team} />
      <JoinPanel join={about.join} />
    </>
  ),
};
