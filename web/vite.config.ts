import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { guide } from './guide-plugin.ts'

const root = dirname(fileURLToPath(import.meta.url))

/** Preloads the one font file that every page needs; the other alphabets load when a page contains their letters. */
const preloadLatin: Plugin = {
  name: 'preload-latin',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => /inter-latin-opsz-normal[^/]*\.woff2$/.test(name))
      if (!file) return []
      const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

/** Writes a compressed copy beside every text file, so that the server need not compress it. */
const compress: Plugin = {
  name: 'compress',
  writeBundle({ dir = root }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const text = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
    }
  },
}

/** The files that each file of the build imports, by name. */
const imported = new Map<string, readonly string[]>()
const rememberImports: Plugin = {
  name: 'remember-imports',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const file of Object.values(bundle).filter((output) => output.type === 'chunk'))
        imported.set(file.fileName, file.imports)
    },
  },
}

/** A file with everything that has loaded before it runs. */
function loadedWith(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const other of imported.get(name) ?? []) loadedWith(other, found)
  return found
}

/** Small parts of most screens. */
const PARTS =
  /(web[\\/]src[\\/]ui[\\/](class-names\.ts|forms[\\/](button|form)\.tsx|page[\\/](alert|spinner)\.tsx)|contract[\\/]src[\\/]calls[\\/]endpoint\.ts)$/
/** Small parts of every signed-in screen. */
const TOOLS =
  /(web[\\/]src[\\/]((ui[\\/]\w+[\\/](avatar|empty-state|icon-button|page-header|popover-button|segmented-control|select|skeleton|tabs|tooltip)|lib[\\/](calls[\\/](query-client|save-file|use-reload)|keyboard[\\/]adding-keys|random-key))\.tsx?)|shared[\\/]review-(limits|status)\.ts)$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]list-plus\./
/** Small parts of every page with the review of a video. */
const REVIEW =
  /web[\\/]src[\\/](features[\\/]comments[\\/](drawing[\\/]board|pane-context)|player[\\/]controls[\\/]use-kept-settings|lib[\\/](copy-text|spoken-languages|use-media-query)|ui[\\/]marks[\\/](marker|relative-time|review-chip))\.tsx?|shared[\\/]language[\\/]spoken-words\.ts|nouns[\\/](comments[\\/]source|search[\\/]search-types)\.ts$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-down-wide-narrow|captions|copy)\./
/** The film strip of players, and its tiles. */
const TIMELINE = /web[\\/]src[\\/]player[\\/]timeline[\\/][^.]+\.tsx?$/
/** Small parts of the screens with collections. */
const LISTS =
  /web[\\/]src[\\/](ui[\\/](forms[\\/]checkbox|marks[\\/](badge|frame))\.tsx|lib[\\/]use-opened-by-address\.ts)$/
/** Windows over the page, and what they need alone. A page loads them when it opens the first one. */
const DIALOGS = /web[\\/]src[\\/]ui[\\/]dialogs[\\/](dialog|confirm|confirm-delete|form-dialog)\.tsx$/

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), guide, rememberImports, preloadLatin, compress],
  // The server replaces this word by a new nonce in every page that it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The first browsers that know light-dark() and :has(); a replacement by variables would not hold for the theme of a subtree.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of files that are here already made a tenth of the small files that name them.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        dependencies.filter((name) => !loadedWith(hostId).has(name)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
            // For an icon in a file of its own, the headers would be longer than the file.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 5, priority: 1 },
            // What one screen uses alone stays with that screen.
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, minShareCount: 3, priority: 1 },
            // The same holds for a small part of a screen.
            { name: 'parts', test: PARTS, includeDependenciesRecursively: false },
            { name: 'tools', test: TOOLS, includeDependenciesRecursively: false },
            { name: 'review-parts', test: REVIEW, includeDependenciesRecursively: false },
            { name: 'timeline', test: TIMELINE, includeDependenciesRecursively: false },
            { name: 'lists', test: LISTS, includeDependenciesRecursively: false },
            { name: 'dialogs', test: DIALOGS, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
