import type { AboutContent } from '../../../content/pages/about.ts';
import { Monogram } from '../../drawings/monogram.tsx';

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
      </div>
    </li>
  );
}

/** Who made it. Each portrait is drawn from the name; one of the two columns is set a step lower. */
export function Team({ team }: TeamProps) {
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
