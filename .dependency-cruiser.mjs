/** Who may import whom: the table in ARCHITECTURE.md. What no line here allows is refused. */

const NOUNS =
  '(?:accounts|api-keys|companies|subscriptions|collections|videos|uploads|quota|clips|matches|comments|sharing|notifications|models|reindexing|search-history|sample-collection)'
const OURS = '^(?:contract|server|web|e2e|bench|seed|soak|bin)/'

/** One line of the table: files in these folders of server/src may import from those, or exactly those paths. */
const server = (from, ...to) => ({
  from: { path: `^server/src/${from}/` },
  to: { path: to.map((path) => `^server/src/${path}`) },
})
const web = (from, ...to) => ({
  from: { path: `^web/src/${from}/` },
  to: { path: to.map((path) => `^web/src/${path}/`) },
})

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-missing', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-only-zod',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src/', '(?:^|/)node_modules/zod/'] },
    },
    // It has telemetry, which this file switches off.
    {
      name: 'onnx-runtime-by-its-door',
      severity: 'error',
      from: { pathNot: '^server/src/engines/onnx-runtime\\.ts$' },
      to: { path: '(?:^|/)node_modules/onnxruntime-' },
    },
  ],
  allowedSeverity: 'error',
  allowed: [
    { from: {}, to: { pathNot: OURS } },
    { from: { path: '^contract/src/' }, to: { path: '^contract/src/' } },
    { from: { path: '^(?:server|web)/' }, to: { path: '^contract/src/' } },

    // A folder is open to itself.
    { from: { path: '^server/src/([^/]+)/' }, to: { path: '^server/src/$1/' } },
    { from: { path: '^server/src/' }, to: { path: '^server/src/(?:errors|route)\\.ts$' } },
    { from: { path: '^server/src/' }, to: { path: '^server/src/config\\.ts$', dependencyTypes: ['type-only'] } },
    server('queue', 'db/'),
    server('(?:media|engines)', 'confinement/'),
    server(
      'indexing',
      'media/',
      'engines/',
      'confinement/',
      'db/',
      'queue/',
      'storage/',
      `${NOUNS}/queries\\.ts$`,
      'videos/status\\.ts$',
    ),
    server('search', 'db/', 'engines/', 'confinement/'),
    server(NOUNS, '(?:db|queue|storage|mail|media|confinement|search)/', `${NOUNS}/(?:queries|policy|status)\\.ts$`),
    server('http', `${NOUNS}/(?:routes|queries)\\.ts$`, '(?:db|storage)/'),
    // The supervisor reads the settings before there is a server.
    server('supervisor', '(?:config|data-dir)\\.ts$', 'confinement/', 'db/'),
    { from: { path: '^server/src/config\\.ts$' }, to: { path: '^server/src/data-dir\\.ts$' } },

    { from: { path: '^web/src/([^/]+)\\.tsx?$' }, to: { path: '^web/src/(?:app/|[^/]+$)' } },
    web('app', 'app', 'screens', 'features', 'player', 'ui', 'lib'),
    web('screens', 'screens', 'features', 'player', 'ui', 'lib'),
    { from: { path: '^web/src/features/([^/]+)/' }, to: { path: '^web/src/features/$1/' } },
    web('features', 'player', 'ui', 'lib'),
    web('player', 'player', 'ui', 'lib'),
    web('ui', 'ui', 'lib'),
    web('lib', 'lib'),
    { from: { path: '^web/src/' }, to: { path: '^web/src/.+\\.css$' } },
    { from: { path: '^web/[^/]+\\.ts$' }, to: { path: '^web/(?:src/|[^/]+\\.ts$)' } },

    { from: { path: '^server/src/(?:api|log|main|worker)\\.ts$' }, to: { path: '^(?:server/src|contract/src|seed)/' } },
    { from: { path: '^(?:e2e|bench|seed|soak|bin)/' }, to: {} },
    // Tests speak from outside: they build what they test from anywhere.
    { from: { path: ['\\.test\\.tsx?$', '^(?:server|web)/test/', '/testing/'] }, to: {} },
  ],
  options: {
    // Beside TypeScript 7 the default parser reads no file at all and reports success.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // What we build, and not the packages' own dist: a rule about one of those would see nothing.
    exclude: { path: '^(?:web/)?(?:dist|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json', '.d.ts'],
    },
    tsPreCompilationDeps: true,
  },
}
