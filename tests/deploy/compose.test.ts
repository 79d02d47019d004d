import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '../../server/settings.ts';

const { site } = parse(readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8')).services;

/** The image says these, and DATABASE_URL takes the place of DATA_DIR. */
const ofTheImage = new Set(['HOST', 'PORT', 'DATA_DIR']);

test('docker compose passes on every setting that an owner can set', () => {
  const passedOn = settingNames.filter((name) => !ofTheImage.has(name));
  expect(Object.keys(site.environment).toSorted()).toEqual(passedOn.toSorted());
});

test('docker compose builds with every setting that the Dockerfile takes', () => {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const [, names = ''] = /^ARG (.*)$/m.exec(dockerfile) ?? [];
  expect(Object.keys(site.build.args).toSorted()).toEqual(names.split(' ').toSorted());
});
