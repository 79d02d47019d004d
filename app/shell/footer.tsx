import { Fragment } from 'react';
import { type FooterLink, footer } from '../../content/navigation.ts';
import { credits, footerVerse } from '../../content/scripture.ts';
import { scriptureWords } from '../../content/scripture-words.ts';
import { site } from '../../content/site.ts';
import { Logo } from '../drawings/logo.tsx';
import { OutsideLink } from '../ui/buttons.tsx';
import { inNewTab, isOutside } from '../ui/outside-link.ts';
import { arabicAsSet } from '../ui/scripture-html.ts';

function Links({ links, className }: { links: readonly FooterLink[]; className?: string }) {
  return (
    <ul className={className}>
      {links.map(({ label, href }) => (
        <li key={href + label}>
          <a href={href} className="tall" {...(isOutside(href) && inNewTab)}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The name of a licence, which stands in brackets, on one line. */
const withWholeLicence = (text: string) =>
  text.replace(/\(.*\)/, (licence) => licence.replaceAll(' ', '\u00a0'));

/** A verse, the ways on, and where to reach the makers: the same on every page. */
export function SiteFooter() {
  return (
    <footer className="site-footer on-sky">
      <div className="wrap">
        {/* No figure: its caption would be read out twice. */}
        <div className="footer-verse">
          <blockquote lang="ar" dir="rtl">
            {arabicAsSet(footerVerse)}
          </blockquote>
          <p>
            {footerVerse.gist}{' '}
            <OutsideLink href={footerVerse.url}>{scriptureWords.verse(footerVerse.reference)}</OutsideLink>
          </p>
        </div>
        <div className="footer-columns">
          <div>
            <p className="brand">
              <Logo />
              <span>{site.name}</span>
            </p>
            <p className="footer-line">{footer.line}</p>
          </div>
          {footer.groups.map((group) => (
            <nav key={group.title} aria-labelledby={`footer-${group.title.toLowerCase()}`}>
              <h2 id={`footer-${group.title.toLowerCase()}`}>{group.title}</h2>
              <Links links={group.links} />
            </nav>
          ))}
          <Links links={footer.social} className="footer-social" />
        </div>
        <div className="footer-end">
          <p className="footer-company">{footer.company}</p>
          <p className="footer-credits">
            {credits.map(({ text, href }, index) => (
              <Fragment key={text}>
                {index > 0 && <br />}
                <OutsideLink href={href}>{withWholeLicence(text)}</OutsideLink>
              </Fragment>
            ))}
          </p>
        </div>
      </div>
    </footer>
  );
}
