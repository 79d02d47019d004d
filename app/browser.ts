import './styles/index.css';
import { start } from './start.ts';

const { prerendering } = document as Document & { prerendering?: boolean };

// A page that is rendered ahead (public/speculation-rules.json) does nothing before a visitor opens it.
if (prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
