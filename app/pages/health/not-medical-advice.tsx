import type { HealthContent } from '../../../content/pages/health.ts';

interface NotMedicalAdviceProps {
  note: HealthContent['note'];
}

/** The limits of the page, in plain sight before its end. */
export function NotMedicalAdvice({ note }: NotMedicalAdviceProps) {
  return (
    <aside id="not-medical-advice" className="wrap health-note" aria-labelledby="not-medical-advice-title">
      <h2 id="not-medical-advice-title">{note.title}</h2>
      <div>
        <p>{note.text}</p>
        <p className="health-note-source">
          {note.source.text}{' '}
          <a className="link" href={note.source.url} target="_blank" rel="noopener noreferrer">
            {note.source.label}
          </a>
          .
        </p>
      </div>
    </aside>
  );
}
