import { cite } from '../../../content/scripture.ts';

/** A link to one verse or hadith of the verified list, where the words beside it already tell what it says. */
export function Reference({ id }: { id: string }) {
  const citation = cite(id);
  const label =
    citation.kind === 'ayah' ? `Quran ${citation.reference}` : `${citation.collection} ${citation.number}`;
  return (
    <a className="link" href={citation.url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
