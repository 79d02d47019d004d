import { useEffect, useState, useSyncExternalStore } from 'react';
import { articlePath } from '../../../content/paths.ts';
import { handlesOf, selectorOf } from '../../ui/handles.ts';
import { hasModifier } from '../../ui/modifiers.ts';
import { showWaiting } from '../../ui/waiting.ts';
import type { ReadableArticle, ReaderWords } from './article-dialog.tsx';

/**
 * The URL says which article is open: `/blog#the-hour-after-fajr`. Opening one adds an entry to the browser's history, so
 * that Back closes it and the URL can be shared (docs/specification.md#blog).
 */
const slugInHash = (): string => location.hash.slice(1);

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

// Unlike links and Back, pushState and replaceState do not fire hashchange.
const notifyHashChange = () => dispatchEvent(new HashChangeEvent('hashchange'));

function pushHash(slug: string): void {
  // Pressed again while the article loads: a second entry would make the first Back seem to do nothing.
  if (slug === slugInHash()) return;
  history.pushState({ openedHere: true }, '', `#${slug}`);
  notifyHashChange();
}

function removeHash(): void {
  history.replaceState(null, '', location.pathname + location.search);
  notifyHashChange();
}

/** Whether an article has been closed and the browser has not arrived at the entry before it yet. */
let isGoingBack = false;

/** Goes back if the article was opened on this page; if the visitor arrived at the article, there is no entry before it. */
function leaveHash(): void {
  // Closed a second time meanwhile: going back once more would leave the page.
  if (isGoingBack) return;
  if (!history.state?.openedHere) {
    removeHash();
    return;
  }
  isGoingBack = true;
  const onArrival = () => {
    isGoingBack = false;
  };
  addEventListener('popstate', onArrival, { once: true });
  history.back();
}

/**
 * Opens the article's document, where its dialog cannot be loaded, with an entry of its own. Firefox does not replace an entry that
 * has just been added: with `location.replace` Back would lead to the dialog again.
 */
function openDocument(slug: string): void {
  removeHash();
  location.assign(articlePath(slug));
}

interface OpenedArticleProps {
  articles: readonly ReadableArticle[];
  words: ReaderWords;
}

type Reader = typeof import('./article-dialog.tsx');

const loadReader = (): Promise<Reader> => import('./article-dialog.tsx');

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>(`a${selectorOf('article')}`) : null;

/** A link in an opened article to one of its sections. */
const sectionLinkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('[role="dialog"] a[href^="#"]') : null;

/** Scrolls to a section, from which Tab goes on. The address stays, because it says which article is open. */
function goToSection({ hash }: HTMLAnchorElement): void {
  const section = document.getElementById(hash.slice(1));
  if (!section) return;
  section.scrollIntoView();
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

/** Whether a click is ours: one that asks for a new tab or window is left to the browser. */
const isPlain = (event: MouseEvent) => event.button === 0 && !hasModifier(event);

function onClick(event: MouseEvent): void {
  if (!isPlain(event)) return;
  const sectionLink = sectionLinkAt(event.target);
  if (sectionLink) {
    event.preventDefault();
    goToSection(sectionLink);
    return;
  }
  const control = controlAt(event.target);
  if (!control) return;
  event.preventDefault();
  pushHash(handlesOf(control).article ?? '');
}

/** At the first sign of intent the dialog and the text begin to load; a failure shows when they are opened. */
function onIntent(event: Event): void {
  const control = controlAt(event.target);
  const slug = control && handlesOf(control).article;
  if (slug) {
    loadReader()
      .then(({ loadText }) => loadText(slug))
      .catch(() => {});
  }
}

function watchControls(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('click', onClick, { signal });
  for (const intent of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(intent, onIntent, { passive: true, signal });
  return () => controller.abort();
}

/** The article that the URL names, in its dialog. If the dialog cannot be loaded, the article's document opens instead. */
export function OpenedArticle({ articles, words }: OpenedArticleProps) {
  const slug = useSyncExternalStore(onHashChange, slugInHash, () => '');
  const article = articles.find((candidate) => candidate.slug === slug);
  const [reader, setReader] = useState<Reader>();

  useEffect(watchControls, []);
  useEffect(() => {
    if (!article) return;
    const control = document.querySelector(`a${selectorOf('article', article.slug)}`);
    showWaiting(control, loadReader()).then(setReader, () => openDocument(article.slug));
  }, [article]);

  if (!article || !reader) return null;
  return <reader.ArticleReader key={slug} article={article} words={words} onClose={leaveHash} />;
}
