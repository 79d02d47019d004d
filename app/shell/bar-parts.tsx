import { topBar, navigationWords as words } from '../../content/navigation.ts';
import { site } from '../../content/site.ts';
import { Logo } from '../drawings/logo.tsx';

/** The logo and the name, linked to the home page. */
export function Brand() {
  return (
    <a href="/" className="brand" aria-label={words.home}>
      <Logo />
      <span>{site.name}</span>
    </a>
  );
}

/** The bar's links, the current page marked. */
export function BarLinks({ path }: { path: string }) {
  return (
    <ul>
      {topBar.map((item) => (
        <li key={item.path}>
          <a href={item.path} aria-current={item.path === path ? 'page' : undefined}>
            {item.label}
          </a>
        </li>
      ))}
    </ul>
  );
}
