import { Fold } from './accordion.tsx';
import { scriptureContents } from './scripture-html.ts';

interface ScriptureProps {
  /** An id of the verified lists in content/scripture/. */
  id: string;
  /** Where there is little room: a verse by its meaning, a hadith with its grade. */
  isBrief?: boolean;
}

/**
 * One verse or hadith from the verified list: components have no other way to show scripture. Its markup is that of
 * the articles, so that both can only change together.
 */
export function Scripture({ id, isBrief = false }: ScriptureProps) {
  const contents = scriptureContents(id, isBrief);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup around words of our own list, escaped there.
  return <figure className="scripture" dangerouslySetInnerHTML={{ __html: contents }} />;
}

interface CitedTextsProps {
  references: readonly string[];
  /** The label of the fold. */
  more: string;
  isBrief?: boolean;
}

/** The text that a card leans on; its other texts are folded. */
export function CitedTexts({ references, more, isBrief = false }: CitedTextsProps) {
  const [first = '', ...others] = references;
  return (
    <div className="cited-texts">
      <Scripture id={first} isBrief={isBrief} />
      {others.length > 0 && (
        <Fold summary={more}>
          {others.map((id) => (
            <Scripture key={id} id={id} isBrief={isBrief} />
          ))}
        </Fold>
      )}
    </div>
  );
}
