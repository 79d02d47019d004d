import { bodies } from 'virtual:articles';
import { Dialog, ScrollArea } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { ArticleSummary } from '../../../content/article.ts';
import { CloseCross } from '../../ui/buttons.tsx';
import { adoptStyles } from '../../ui/constructed-style.ts';
import { selectorOf } from '../../ui/handles.ts';
import { ArticleFacts, type ArticleFactsWords } from '../../ui/text.tsx';
import { unnoticedMs } from '../../ui/waiting.ts';
import rules from './article-dialog.css?inline';

adoptStyles(rules);

export type ReadableArticle = Pick<ArticleSummary, 'slug' | 'title' | 'author' | 'date' | 'readTime'>;

export interface ReaderWords extends ArticleFactsWords {
  closeArticle: string;
  textLabel: string;
  loading: string;
  arrived: string;
  unavailable: string;
}

interface ArticleReaderProps {
  article: ReadableArticle;
  words: ReaderWords;
  onClose: () => void;
}

/** Loads an article's text; the browser caches it for a second call. Rejects without a connection, or without such an article. */
export async function loadText(slug: string): Promise<string> {
  const body = await bodies[slug]?.();
  if (!body) throw new Error(`There is no article ${slug}.`);
  return body.html;
}

function ArticleText({ slug, words }: { slug: string; words: ReaderWords }) {
  const [html, setHtml] = useState<string>();
  const [status, setStatus] = useState('');

  useEffect(() => {
    // A screen reader reads out a status when its words change. So the words come after the focus has moved into the dialog.
    const timer = setTimeout(setStatus, unnoticedMs, words.loading);
    loadText(slug)
      .then(
        (text) => {
          setHtml(text);
          setStatus((said) => (said ? words.arrived : ''));
        },
        () => setStatus(words.unavailable),
      )
      .finally(() => clearTimeout(timer));
    return () => clearTimeout(timer);
  }, [slug, words]);

  const isHere = html !== undefined;
  return (
    <>
      <p role="status" className={isHere ? 'visually-hidden' : 'muted reader-status'}>
        {status}
      </p>
      {isHere && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by build/articles/article-html.ts, and our own words.
        <div className="prose article-prose" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </>
  );
}

/** One article in a dialog. Its scroll bar hides 600 ms after the last scroll: Radix's default (docs/specification.md#times). */
export function ArticleReader({ article, words, onClose }: ArticleReaderProps) {
  const text = useRef<HTMLDivElement>(null);
  const { slug, title } = article;

  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay" />
        <Dialog.Content
          className="reader"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            text.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>(`a${selectorOf('article', slug)}`)?.focus();
          }}
        >
          <div className="reader-head">
            <Dialog.Close className="dialog-close" aria-label={words.closeArticle}>
              <CloseCross />
            </Dialog.Close>
          </div>
          <ScrollArea.Root>
            <ScrollArea.Viewport
              ref={text}
              className="reader-viewport"
              // It takes the focus: without a role and a name a screen reader would read the whole article out as its name.
              role="region"
              aria-label={words.textLabel}
              tabIndex={0}
            >
              <div className="reader-sheet">
                <Dialog.Title className="reader-title">{title}</Dialog.Title>
                <ArticleFacts article={article} words={words} />
                <ArticleText slug={slug} words={words} />
              </div>
            </ScrollArea.Viewport>
            <ScrollArea.Scrollbar orientation="vertical" className="reader-bar">
              <ScrollArea.Thumb className="reader-thumb" />
            </ScrollArea.Scrollbar>
          </ScrollArea.Root>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
