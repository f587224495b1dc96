/** Checks that pass or fail as a whole, with the program of each and its words. */
export const SINGLE = [
  ['format', 'biome', 'format', '.'],
  ['lint', 'biome', 'lint', '--error-on-warnings', '.'],
  ['types', 'tsc', '-p', '.'],
  ['boundaries', 'node', 'bin/boundaries.ts'],
  ['patterns', 'node', 'bin/patterns.ts'],
  ['unused-code', 'knip'],
  ['web-build', 'node', 'bin/build-web.ts'],
] as const

/** Projects of Vitest in `vitest.config.ts`, in the order in which they run. */
export const EVERYDAY = [
  'functions',
  'launchers',
  'screens',
  'server',
  'isolated',
  'processes',
  'soak',
  'journeys',
] as const
/** Those that only the full tier has. */
export const FULL = [
  'server-full',
  'processes-full',
  'soak-full',
  'journeys-full',
  'frames-full',
  'plays-full',
] as const

/** Names of all checks. */
export const CHECKS: readonly string[] = [...SINGLE.map(([name]) => name), ...EVERYDAY, ...FULL]
