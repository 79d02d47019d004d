import { type FooterLink, footer } from '../../content/navigation.ts';
import { credits, footerVerse } from '../../content/scripture.ts';
import { site } from '../../content/site.ts';
import { Logo } from '../drawings/logo.tsx';
import { OutsideLink } from '../ui/buttons.tsx';
import { arabicAsSet } from '../ui/scripture-html.ts';

function Link({ link }: { link: FooterLink }) {
  const outside = /^https?:/.test(link.href) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a href={link.href} className="tall" {...outside}>
      {link.label}
    </a>
  );
}

/** A verse, the ways on, and where to reach the makers: the same on every page. */
export function SiteFooter() {
  return (
    <footer className="site-footer on-sky">
      <div className="wrap">
        <figure className="footer-verse">
          <blockquote lang="ar" dir="rtl">
            {arabicAsSet(footerVerse)}
          </blockquote>
          <figcaption>
            {footerVerse.gist}{' '}
            <OutsideLink href={footerVerse.url}>{`Quran ${footerVerse.reference}`}</OutsideLink>
          </figcaption>
        </figure>
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
              <ul>
                {group.links.map((link) => (
                  <li key={link.href + link.label}>
                    <Link link={link} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="row footer-end">
          <ul className="row footer-social">
            {footer.social.map((link) => (
              <li key={link.href}>
                <Link link={link} />
              </li>
            ))}
          </ul>
          <ul className="row footer-credits">
            {credits.map(({ text, href }) => (
              <li key={text}>
                <Link link={{ label: text, href }} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
