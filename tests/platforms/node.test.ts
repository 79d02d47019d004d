import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { chooseNode, nodePackages } from '../../scripts/setup.mjs';

const asking = { platform: 'linux', arch: 'x64', version: 'v20.0.0', execPath: '/own/node' };
const always = () => true;
const never = () => false;

test('each platform takes the Node of the package that is locked for it', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const names = Object.keys(packages[''].optionalDependencies);
  expect(Object.values<string>(nodePackages).sort()).toEqual(names.sort());
  for (const [machine, name] of Object.entries<string>(nodePackages)) {
    const [platform = '', arch = ''] = machine.split('-');
    const { os, cpu, bin } = packages[`node_modules/${name}`];
    expect([os, cpu].flat()).toEqual([platform, arch]);
    expect(chooseNode({ ...asking, platform, arch }, always)).toBe(
      join(resolve('node_modules'), name, bin.node),
    );
  }
});

test('where the Node of the packages does not start, as on Alpine, one from 24 on runs everything itself', () => {
  expect(chooseNode({ ...asking, version: 'v24.0.0' }, never)).toBe('/own/node');
  expect(chooseNode({ ...asking, version: 'v22.20.0' }, never)).toBeUndefined();
});

test('where there is no Node for a machine, one from 24 on runs everything itself', () => {
  expect(chooseNode({ ...asking, arch: 'riscv64', version: 'v26.1.0' }, always)).toBe('/own/node');
  expect(chooseNode({ ...asking, platform: 'win32', arch: 'arm64' }, always)).toBeUndefined();
});
