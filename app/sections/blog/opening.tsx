import type { BlogContent } from '../../../content/pages/blog.ts';
import { ReadingLamp } from '../../drawings/reading-lamp.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { Headline } from '../../ui/headline.tsx';
import { JoinForm } from '../../waitlist/join-form.tsx';

interface BlogOpeningProps {
  hero: BlogContent['hero'];
  subscribe: BlogContent['subscribe'];
}

/** The page's title and the subscribe box, beside the arc of the day bent over a book. */
export function BlogOpening({ hero, subscribe }: BlogOpeningProps) {
  return (
    <div className="blog-opening on-sky">
      <StarSky />
      <div className="wrap blog-opening-row">
        <div className="blog-opening-words">
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1>
            <Headline words={hero.title} />
          </h1>
          <p className="lede">{hero.lede}</p>
          <section className="subscribe" aria-labelledby="subscribe-title">
            <h2 id="subscribe-title">{subscribe.title}</h2>
            <p>{subscribe.text}</p>
            <JoinForm id="blog-email" words={subscribe.form} />
          </section>
        </div>
        <div className="blog-opening-lamp">
          <ReadingLamp />
        </div>
      </div>
    </div>
  );
}
