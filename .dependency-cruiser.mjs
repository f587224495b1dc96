/** The table 'Who may import whom' of ARCHITECTURE.md as rules. An import that no rule allows is refused. */
import { WINGS } from './bin/wing-order.ts'

/** The doors of a noun: permissions, reads, writes, and the state of a row. */
const DOORS = '(?:policy|queries|commands|status)\\.ts$'
/** Handlers of calls and of jobs. */
const ROUTES = 'features/.+routes\\.ts$'
const JOBS = 'features/.+\\.job\\.ts$'
const TESTS = '\\.test\\.ts$'
// A package may also be below one of ours.
const OURS = '^(?:contract|server|web|seed|e2e|bench|samples|soak|bin)/(?!node_modules/)'

/** One row of the table: files in these folders of server/src may import from those folders, or exactly those paths. */
const server = (from, ...to) => ({
  from: { path: `^server/src/${from}` },
  to: { path: to.map((path) => `^server/src/${path}`) },
})
const web = (from, ...to) => ({
  from: { path: `^web/src/${from}/` },
  to: { path: to.map((path) => `^web/src/${path}/`) },
})

/** Imports from a wing into those above it. */
const upwards = WINGS.slice(0, -1).map(({ name }, place) => ({
  name: 'wings-run-downwards',
  severity: 'error',
  from: { path: `^(?:server|web)/src/features/${name}/`, pathNot: TESTS },
  to: {
    path: WINGS.slice(place + 1).map((higher) => `^(?:server|web)/src/features/${higher.name}/`),
  },
}))

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    // The build makes the virtual ones.
    { name: 'nothing-missing', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'contract-only-zod',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src/', '(?:^|/)node_modules/zod/'] },
    },
    // The gallery and the tests of the web app read answers in a browser, without Node.
    {
      name: 'answers-only-contract',
      severity: 'error',
      from: { path: '^seed/answers/' },
      to: { pathNot: ['^seed/answers/', '^contract/src/'] },
    },
    {
      name: 'policy-is-pure',
      severity: 'error',
      from: { path: '^server/src/features/.+/policy\\.ts$' },
      to: {
        path: '^server/src/',
        pathNot: ['/(?:policy|status)\\.ts$', '^server/src/platform/(?:errors|route)\\.ts$'],
      },
    },
    {
      name: 'queries-and-present-only-read',
      severity: 'error',
      from: { path: '^server/src/features/.+/(?:queries|present)\\.ts$' },
      to: { path: ['/commands\\.ts$', '^server/src/platform/(?:queue/|mail/|db/channels\\.ts$)'] },
    },
    {
      name: 'handlers-are-the-apps',
      severity: 'error',
      from: { path: '^server/src/(?:features|pipeline|retrieval)/', pathNot: [TESTS] },
      to: { path: [`^server/src/${ROUTES}`, `^server/src/${JOBS}`] },
    },
    ...upwards,
    // A command works on the whole product, so what others need of it stands beside it.
    {
      name: 'commands-on-top',
      severity: 'error',
      from: { path: '^server/src/app/(?:backup|supervisor)/', pathNot: TESTS },
      to: { path: '^server/src/app/command/' },
    },
    // The package has telemetry, which this file switches off.
    {
      name: 'onnx-runtime-by-its-door',
      severity: 'error',
      from: { pathNot: '^server/src/engines/process/onnx-runtime\\.ts$' },
      to: { path: '(?:^|/)node_modules/onnxruntime-' },
    },
  ],
  allowedSeverity: 'error',
  allowed: [
    { from: {}, to: { pathNot: OURS } },
    { from: { path: '^contract/src/' }, to: { path: '^contract/src/' } },
    { from: { path: '^(?:server|web)/' }, to: { path: '^contract/src/' } },

    // A layer's folder, and a noun, may import from itself.
    { from: { path: '^server/src/(app|pipeline|retrieval|engines|media)/' }, to: { path: '^server/src/$1/' } },
    { from: { path: '^server/src/platform/([^/]+)/' }, to: { path: '^server/src/platform/$1/' } },
    { from: { path: '^server/src/features/([^/]+/[^/]+)/' }, to: { path: '^server/src/features/$1/' } },
    {
      from: { path: '^server/src/' },
      to: {
        path: '^server/src/platform/(?:at-most|errors|hash-file|log-lines|passwords|release-memory|route|tokens|wait-for-all|well-formed)\\.ts$',
      },
    },
    {
      from: { path: '^server/src/' },
      to: { path: '^server/src/platform/(?:config|settings)\\.ts$', dependencyTypes: ['type-only'] },
    },
    // The catalogue is data that imports nothing, and the only place that names the models for the settings.
    server('platform/settings\\.ts$', 'engines/models/catalogue/(?:ocr-models|speech-models|packaged-speech)\\.ts$'),
    server('platform/queue', 'platform/db/'),
    server('platform/config\\.ts$', 'platform/(?:data-dir|settings)\\.ts$', 'platform/site/'),
    server('platform/log\\.ts$', 'platform/queue/jobs\\.ts$'),
    server('(?:media|engines)/', 'platform/confinement/'),
    server('retrieval/', 'engines/', 'platform/(?:db|confinement|net)/'),
    // Types only: functions name the services that they need, and `app` creates them.
    {
      from: { path: '^server/src/(?:features|pipeline|app/http)/' },
      to: { path: '^server/src/features/(?:services|hooks)\\.ts$', dependencyTypes: ['type-only'] },
    },
    {
      from: { path: '^server/src/features/services\\.ts$' },
      to: { path: '^server/src/(?:engines|features)/', dependencyTypes: ['type-only'] },
    },
    server('pipeline/', '(?:media|engines)/', 'platform/(?:db|queue|storage|confinement)/', `features/.+/${DOORS}`),
    server(
      'features/',
      '(?:retrieval|media)/',
      'platform/(?:db|queue|storage|mail|confinement|net)/',
      `features/.+/${DOORS}`,
    ),
    // An answer may contain another noun.
    server('features/.+(?:routes|present)\\.ts$', 'features/.+/present\\.ts$'),
    server('app/http/', 'features/.+/(?:queries|commands)\\.ts$', 'platform/config\\.ts$', 'platform/(?:db|storage)/'),
    // The supervisor reads the settings before there is a server.
    server('app/supervisor/', 'platform/(?:config|data-dir|log)\\.ts$', 'platform/(?:confinement|db)/'),
    // A backup is rows and files, whatever they mean.
    server('app/backup/', 'platform/'),
    // A thread has the handlers of its calls, and the services that they need.
    server('app/call-threads/', 'app/http/problems\\.ts$', 'engines/registry\\.ts$', 'features/', 'platform/'),
    // A command works on the whole product.
    server('app/command/', ''),
    server('app/(?:api|hooks|main|services|worker|jobs|[a-z-]+\\.job)\\.ts$', ''),

    { from: { path: '^web/src/([^/]+)\\.tsx?$' }, to: { path: '^web/src/(?:app/|[^/]+$)' } },
    web('app', 'app', 'screens', 'features', 'player', 'ui', 'lib'),
    web('screens', 'screens', 'features', 'player', 'ui', 'lib'),
    { from: { path: '^web/src/features/([^/]+/[^/]+)/' }, to: { path: '^web/src/features/$1/' } },
    web('features', 'player', 'ui', 'lib'),
    web('player', 'player', 'ui', 'lib'),
    web('ui', 'ui', 'lib'),
    web('lib', 'lib'),
    { from: { path: '^web/src/' }, to: { path: '^web/src/.+\\.css$' } },
    { from: { path: '^web/[^/]+\\.ts$' }, to: { path: '^web/(?:src/|[^/]+\\.ts$)' } },

    // No product code uses test data, except the gallery, which is in development only.
    { from: { path: '^seed/' }, to: { path: '^(?:seed|contract/src|server/src)/' } },
    { from: { path: '^web/src/app/gallery/' }, to: { path: '^seed/answers/' } },
    { from: { path: '^(?:e2e|bench|samples|soak|bin)/' }, to: {} },
    // Tests work from outside, so they may import anything that they need.
    { from: { path: ['\\.test\\.tsx?$', '^(?:server|web)/test/', '/testing/'] }, to: {} },
  ],
  options: {
    // With TypeScript 7 the default parser reads no file at all and reports success.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Only our own build output, not the packages' dist, because rules are about packages, too.
    exclude: { path: '^(?:web/)?(?:dist|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json', '.d.ts'],
    },
    tsPreCompilationDeps: true,
  },
}
