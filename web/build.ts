/** Builds the web app into `dist`, and draws its public pages into `dist/pages`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'

const ROOT = import.meta.dirname
const DIST = path.join(ROOT, 'dist')
const DRAWING = path.join(ROOT, '.cache', 'prerender')
const configFile = path.join(ROOT, 'vite.config.ts')

await build({ configFile, logLevel: 'warn', build: { manifest: true } })
await build({
  configFile,
  logLevel: 'warn',
  build: { ssr: 'src/app/prerender.tsx', outDir: DRAWING, copyPublicDir: false },
})
await drawPages()

async function drawPages(): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(DIST, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const template = await readFile(path.join(DIST, 'index.html'), 'utf8')
  const drawing = (await import(
    pathToFileURL(path.join(DRAWING, 'prerender.js')).href
  )) as typeof import('./src/app/prerender.tsx')
  for (const { path: address, screen } of drawing.pages) {
    const file = path.join(DIST, 'pages', `${address === '/' ? 'index' : address}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    const sheets = [...styleSheets(manifest, `src/screens/${screen}.tsx`)]
    await writeFile(file, fill(template, sheets, await drawing.draw(address)))
  }
  // Neither is served.
  await rm(path.join(DIST, '.vite'), { recursive: true })
  await rm(DRAWING, { recursive: true })
}

/** Style sheets that a module and what it imports bring along, without those of the entry. */
function styleSheets(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`${name} was not built`)
  const found = new Set<string>()
  if (chunk.isEntry || seen.has(name)) return found
  seen.add(name)
  for (const other of chunk.imports ?? []) for (const sheet of styleSheets(manifest, other, seen)) found.add(sheet)
  for (const sheet of chunk.css ?? []) found.add(sheet)
  return found
}

/** The page that every address begins with, with a drawn page in it, whose script starts when all is seen. */
function fill(template: string, sheets: readonly string[], { head, body }: { head: string; body: string }): string {
  const entry = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
  const [script, source] = entry.exec(template) ?? []
  if (!script || !source) throw new Error('The built page has no entry script')
  const links = sheets.map((sheet) => `<link rel="stylesheet" crossorigin href="/${sheet}">`).join('')
  return template
    .replace(script, () => `<script defer src="/later.js" data-entry="${source}"></script>`)
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace('</head>', () => `${links}${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
}
