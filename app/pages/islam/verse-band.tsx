import { KhatamPattern } from '../../drawings/khatam.tsx';
import { Scripture } from '../../ui/scripture.tsx';

interface VerseBandProps {
  /** The id of a verse in content/scripture/. */
  verse: string;
}

/** One verse, from edge to edge of the page. */
export function VerseBand({ verse }: VerseBandProps) {
  return (
    <div className="verse-band on-sky">
      <KhatamPattern />
      <div className="wrap">
        <Scripture id={verse} />
      </div>
    </div>
  );
}
