import { Fold } from './accordion.tsx';
import { scriptureContents } from './scripture-html.ts';

/**
 * One verse or hadith from the verified list, by its id there: components have no other way to show scripture. Its markup is
 * that of the articles, so that both can only change together.
 */
export function Scripture({ id, isBrief = false }: { id: string; isBrief?: boolean }) {
  const contents = scriptureContents(id, isBrief);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup around words of our own list, escaped there.
  return <figure className="scripture" dangerouslySetInnerHTML={{ __html: contents }} />;
}

/** The text that a card leans on; its other texts are folded, under the label `more`. */
export function CitedTexts(props: { references: readonly string[]; more: string; isBrief?: boolean }) {
  const { references, more, isBrief = false } = props;
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
