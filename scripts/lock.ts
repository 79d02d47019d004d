import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { satisfies } from 'semver';

/** An entry of `packages` in package-lock.json, as far as it is looked at here. */
export interface LockedPackage {
  version?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

/** The package that Node resolves a name to, from the package at a path: its own node_modules first, then its parents'. */
function resolveFrom(packages: LockedPackages, path: string, name: string): LockedPackage | undefined {
  const folder = path === '' ? 'node_modules' : `${path}/node_modules`;
  const found = packages[`${folder}/${name}`];
  if (found || path === '') return found;
  const parent = path.lastIndexOf('/node_modules/');
  return resolveFrom(packages, parent < 0 ? '' : path.slice(0, parent), name);
}

/**
 * The optional dependencies of locked packages, as a rule one for each platform, that the lock file does not hold with a
 * matching version and its checksum. npm 10 ignores such holes on the platform that made them; npm 11 stops.
 */
export function missingFromLock(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, range]) => {
        const { version, integrity } = resolveFrom(packages, path, name) ?? {};
        return !(version && integrity && satisfies(version, range));
      })
      .map(([name, range]) => `${name}@${range}, for ${path || 'package.json'}`),
  );
}

// Not import.meta.main: Node 24.0 and 24.1 have none, and would pass over what follows.
if (process.argv[1]?.endsWith('lock.ts')) {
  const file = process.argv[2] ?? join(fileURLToPath(new URL('..', import.meta.url)), 'package-lock.json');
  const missing = missingFromLock(JSON.parse(readFileSync(file, 'utf8')).packages);
  if (missing.length > 0) {
    console.error(`package-lock.json lacks packages of other platforms, so npm ci stops:
  ${missing.join('\n  ')}
Mend it with npm 11, which also keeps which C library a package is for: npx npm@11 install --package-lock-only
If they are missing still, the registry does not have them in this version yet: take the version before it.`);
    process.exit(1);
  }
}
