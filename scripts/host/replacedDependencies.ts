// Points dependencies of a package at versions in the registry, in its package.json or its lock.
// VS Code 1.105 names one by a commit on GitHub, which a machine behind a registry cannot get.

interface Manifest {
  dependencies?: Record<string, unknown>;
  packages?: Record<string, Manifest | undefined>;
}

export function withReplacedDependencies(
  manifest: unknown,
  replaced: Readonly<Record<string, string>>,
): unknown {
  const copy = structuredClone(manifest) as Manifest;
  for (const [name, version] of Object.entries(replaced)) {
    for (const owner of [copy, copy.packages?.['']]) {
      if (owner?.dependencies && name in owner.dependencies) {
        owner.dependencies[name] = version;
      }
    }
    if (copy.packages) {
      const entries = Object.entries(copy.packages);
      copy.packages = Object.fromEntries(
        entries.filter(([location]) => location !== `node_modules/${name}`),
      );
    }
  }
  return copy;
}
