import type { HealthContent } from '../../../content/pages/health.ts';
import { JoinButton } from '../../ui/join-button.tsx';

interface TrackingProps {
  tracking: HealthContent['tracking'];
}

/** What a day's notes may hold. */
export function Tracking({ tracking }: TrackingProps) {
  return (
    <section className="section wrap tracking" aria-labelledby="tracking">
      <div className="tracking-words">
        <h2 id="tracking">{tracking.title}</h2>
        <p className="lede">{tracking.lede}</p>
        <JoinButton />
      </div>
      <ul className="tracking-list">
        {tracking.items.map((item) => (
          <li key={item.title}>
            <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
              <circle cx="12" cy="12" r="10.5" stroke="var(--gold)" strokeWidth="1.5" />
              <path
                d="m7.5 12.4 3 3 6-6.4"
                stroke="var(--primary)"
                strokeWidth="2"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            <div>
              <h3>{item.title}</h3>
              <p>{item.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
