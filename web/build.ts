/**
 * Builds the web app into `dist`, draws its public pages into `dist/pages`, and writes the initial HTML of every other
 * screen into `dist/screens.json`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest, type ManifestChunk } from 'vite'

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
const manifest = JSON.parse(await readFile(path.join(DIST, '.vite', 'manifest.json'), 'utf8')) as Manifest
const drawing = (await import(
  pathToFileURL(path.join(DRAWING, 'prerender.js')).href
)) as typeof import('./src/app/prerender.tsx')
const template = await inlineTheme()
await drawPages(template)
await writeScreens(template)
// The server must not serve these two.
await rm(path.join(DIST, '.vite'), { recursive: true })
await rm(DRAWING, { recursive: true })

/**
 * Inlines the script that must run before the first paint into the page that every address starts with.
 * @returns that page
 */
async function inlineTheme(): Promise<string> {
  const file = path.join(DIST, 'index.html')
  const theme = await readFile(path.join(DIST, 'theme.js'), 'utf8')
  const page = replaced(
    await readFile(file, 'utf8'),
    /(<script) src="\/theme\.js"([^>]*>)/,
    (start, rest) => start + rest + theme,
  )
  await writeFile(file, page)
  return page
}

async function drawPages(template: string): Promise<void> {
  for (const { path: address, screen } of drawing.pages) {
    const file = path.join(DIST, 'pages', `${address === '/' ? 'index' : address}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, await fill(template, [`src/screens/${screen}.tsx`], await drawing.draw(address)))
  }
}

/**
 * Writes the initial HTML of each screen. It requests everything that the screen needs at once, not file by file. A
 * screen with an early frame shows that first.
 */
async function writeScreens(template: string): Promise<void> {
  const visitorsLeave = `<script nonce="__CSP_NONCE__">if (!localStorage.getItem('token')) early.remove()</script>`
  const screens: { path: string; page: string }[] = []
  for (const route of drawing.screens) {
    const forUser = route.audience === 'user'
    const parts = [`src/screens/${route.screen}.tsx`, ...(forUser ? ['src/app/shell/signed-in-shell.tsx'] : [])]
    const chunks = new Set(parts.flatMap((part) => [...chunksOf(part)]))
    const sheets = new Set([...chunks].flatMap((chunk) => chunk.css ?? []))
    const links = [
      ...[...sheets].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...[...chunks].map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ].join('')
    const early = await drawing.drawEarly(route)
    const page = early
      ? await fill(template, parts, {
          head: `<template id="needs">${links}</template>`,
          before: early + (forUser ? visitorsLeave : ''),
        })
      : replaced(template, /<\/head>/, `${links}</head>`)
    screens.push({ path: route.path, page })
  }
  await writeFile(path.join(DIST, 'screens.json'), JSON.stringify(screens))
}

function chunkOf(name: string): ManifestChunk {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`${name} was not built`)
  return chunk
}

/** A module's chunk and those that it imports, without the entry's, which every page loads anyway. */
function chunksOf(name: string): Set<ManifestChunk> {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  const closure = (key: string, found: Set<string>): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const other of chunkOf(key).imports ?? []) closure(other, found)
    return found
  }
  const begun = entry ? closure(entry, new Set()) : new Set<string>()
  return new Set([...closure(name, new Set())].filter((key) => !begun.has(key)).map(chunkOf))
}

/** The styles of modules and their imports, the entry's first. */
async function stylesOf(modules: readonly string[]): Promise<string> {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  const chunks = modules.flatMap((name) => [...chunksOf(name)])
  const files = new Set([...(entry?.css ?? []), ...chunks.flatMap(({ css }) => css ?? [])])
  const texts: string[] = []
  for (const file of files) texts.push((await readFile(path.join(DIST, file), 'utf8')).trim())
  return texts.join('\n')
}

/**
 * The initial page with its drawn content, its styles, and a script that starts after the first paint.
 * @param modules modules that need styles
 * @param drawn content of the head, of the root, and before the root
 */
async function fill(
  template: string,
  modules: readonly string[],
  { head, body = '', before = '' }: { head: string; body?: string; before?: string },
): Promise<string> {
  const nonce = 'nonce="__CSP_NONCE__"'
  const later = await readFile(path.join(ROOT, 'later.js'), 'utf8')
  let page = template
  page = replaced(
    page,
    /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/,
    (source) => `<script ${nonce} data-entry="${source}">${later}</script>`,
  )
  // Inlined styles need no further request before the first paint.
  page = replaced(page, /<link rel="stylesheet"[^>]*>/, `<style ${nonce}>${await stylesOf(modules)}</style>`)
  page = page.replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
  if (body) {
    page = replaced(page, /\s*<title>[^<]*<\/title>/, '')
    page = replaced(page, /\s*<meta name="description"[^>]*>/, '')
  }
  page = replaced(page, /<\/head>/, `${head}</head>`)
  return replaced(page, /<div id="root"><\/div>/, `${before}<div id="root">${body}</div>`)
}

/** Replaces a required part. @throws Error when the built page does not have it */
function replaced(page: string, pattern: RegExp, replacement: string | ((...groups: string[]) => string)): string {
  if (!pattern.test(page)) throw new Error(`The built page has no ${pattern.source}`)
  return page.replace(pattern, (_, ...groups: string[]) =>
    typeof replacement === 'string' ? replacement : replacement(...groups),
  )
}
