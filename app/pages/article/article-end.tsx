import { blog } from '../../../content/pages/blog.ts';
import { JoinButton } from '../../ui/join-button.tsx';

/** Below the text: the waitlist, which is told of the next article, and the way back. */
export function ArticleEnd() {
  return (
    <aside className="article-end" aria-labelledby="article-end-title">
      <h2 id="article-end-title">{blog.subscribe.title}</h2>
      <p>{blog.subscribe.text}</p>
      <div className="actions">
        <JoinButton />
        <a href="/blog" className="button button-quiet">
          {blog.allArticles}
        </a>
      </div>
    </aside>
  );
}
