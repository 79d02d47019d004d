import { readFileSync } from 'node:fs';
import { marked, type Tokens } from 'marked';

export interface ReadmeBlock {
  /** Where a reader types it, or `copy` for the command that copies the folder from one machine to the other. */
  where: 'your-machine' | 'copy' | 'server';
  /** The heading above it. */
  step: string;
  script: string;
}

/** The shell blocks of deploy/README.md, in order. The word after `sh` says where each is typed. */
export function readmeBlocks(): ReadmeBlock[] {
  const blocks: ReadmeBlock[] = [];
  let step = '';
  for (const token of marked.lexer(readFileSync('deploy/README.md', 'utf8'))) {
    if (token.type === 'heading') step = (token as Tokens.Heading).text;
    if (token.type !== 'code') continue;
    const { lang = '', text } = token as Tokens.Code;
    const where = (['your-machine', 'copy', 'server'] as const).find((place) => lang === `sh ${place}`);
    if (!where)
      throw new Error(`deploy/README.md, "${step}": a block says "${lang}", not where it is typed.`);
    blocks.push({ where, step, script: text });
  }
  return blocks;
}
