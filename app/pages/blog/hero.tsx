import type { BlogContent } from '../../../content/pages/blog.ts';
import { ReadingLamp } from '../../drawings/reading-lamp.tsx';
import { StarSky } from '../../drawings/star-sky.tsx';
import { HeroWords } from '../../ui/hero-words.tsx';
import { JoinForm } from '../../waitlist/join-form.tsx';

interface BlogHeroProps {
  hero: BlogContent['hero'];
  subscribe: BlogContent['subscribe'];
}

/** The page's title and the subscribe box, beside the arc of the day bent over a book. */
export function BlogHero({ hero, subscribe }: BlogHeroProps) {
  return (
    <div className="blog-hero on-sky">
      <StarSky />
      <div className="wrap blog-hero-row">
        <div className="blog-hero-words">
          <HeroWords words={hero} />
          <section className="subscribe" aria-labelledby="subscribe-title">
            <h2 id="subscribe-title">{subscribe.title}</h2>
            <p>{subscribe.text}</p>
            <JoinForm id="blog-email" words={subscribe.form} />
          </section>
        </div>
        <div className="blog-hero-lamp">
          <ReadingLamp />
        </div>
      </div>
    </div>
  );
}
