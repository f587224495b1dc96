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

/** Leaves out the summaries of calls, which only OpenAPI shows. */
const dropSummaries: Plugin = {
  name: 'drop-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /contract[\\/]src[\\/]nouns[\\/]/ },
    handler: (code) => ({ code: code.replaceAll(/^ {4}summary:\s+(['"]).*\1,$/gm, ''), map: null }),
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

/** Small parts of every page, for visitors too: messages, and the icons of the pages for visitors. */
const PARTS =
  /(web[\\/]src[\\/]ui[\\/](class-names\.ts|forms[\\/](button|form)\.tsx|overlays[\\/]toast\.ts|page[\\/](alert|page-header|spinner)\.tsx)|contract[\\/]src[\\/]calls[\\/]endpoint\.ts)$|node_modules[\\/](react-hot-toast[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](shared[\\/]|Icon\.|context\.|createLucideIcon\.|icons[\\/](check|chevron-(down|right)|circle-(check|exclamation-point)|eye|eye-off|info|loader-circle|pause|play|search|triangle-exclamation-point)\.))/
/** The calls of the API: what sends them, who a guest is, and what most calls are made of. */
const CALLS =
  /(web[\\/]src[\\/]lib[\\/](calls[\\/](access-token|api-error|client)|guest|random-key|stored[\\/](share-pass|stored-text))|contract[\\/]src[\\/](calls[\\/](fields|problems)|nouns[\\/]identity[\\/]accounts|shared[\\/](limits|names|text)))\.ts$/
/** What every screen with data from the API reads it with. */
const QUERY = /node_modules[\\/]@tanstack[\\/]|web[\\/]src[\\/]lib[\\/]calls[\\/](query-client|use-reload)\.ts$/
/** Small parts of every signed-in screen. */
const TOOLS =
  /(web[\\/]src[\\/]((ui[\\/]\w+[\\/](avatar|badge|checkbox|empty-state|frame|icon-button|menu|menu-parts|more-menu|not-loaded|popover-button|segmented-control|select|skeleton|tabs|tooltip)|lib[\\/](calls[\\/]save-file|keyboard[\\/]adding-keys|use-opened-by-address))\.tsx?)|shared[\\/]review-(limits|status)\.ts)$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]list-plus\./
/** Videos as the API answers them, and small parts of every page about videos. */
const VIDEOS =
  /(web[\\/]src[\\/]lib[\\/]calls[\\/](pages|video-detail)|contract[\\/]src[\\/](calls[\\/]pages|nouns[\\/](review[\\/]sharing([\\/](link-settings|link-limits|opened-link|visits))?|library[\\/]videos)|shared[\\/](language[\\/]transcript|video-status)))\.ts$|web[\\/]src[\\/](features[\\/]review[\\/]comments[\\/](drawing[\\/]board|pane-context)|player[\\/](controls[\\/]use-kept-settings|sound[\\/]sound-tracks)|lib[\\/](copy-text|spoken-languages|use-media-query)|ui[\\/]marks[\\/](marker|relative-time|review-chip))\.tsx?|shared[\\/]language[\\/]spoken-words\.ts|nouns[\\/](review[\\/]comments[\\/]source|output[\\/]search[\\/]search-types)\.ts$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-down-wide-narrow|arrow-left|captions|chevron-up|copy|share-2)\./
/** The discussion about a video and its events, for every page that shows it, and later for every other one of signed-in people. */
const DISCUSSION =
  /(web[\\/]src[\\/](features[\\/]review[\\/](comments[\\/](comments-api|writing[\\/]mentions[\\/]picked|list[\\/](author|filter)|discussion[\\/](discussion|read-roots))\.ts|live[\\/][^.]+\.ts|review-page[\\/](api\.ts|guest[\\/]kept-place\.ts|ended[\\/]unsent-words\.tsx|review-states\.tsx)))|contract[\\/]src[\\/](nouns[\\/](review[\\/](approvals|comments|live)|library[\\/]videos[\\/]versions)|shared[\\/](approvals|guests|drawing[\\/]drawing))\.ts|web[\\/]src[\\/]features[\\/]library[\\/]versions[\\/]api\.ts|node_modules[\\/]eventsource-parser[\\/].+)$/
/** The picture of a video with its controls and its film strip. */
const PICTURE =
  /web[\\/]src[\\/](ui[\\/]no-fling|lib[\\/](times[\\/][^.]+|calls[\\/]stream)|player[\\/](timeline[\\/](?!load-sheet|use-sheet|preview|hover-preview)[^.]+|picture-(box|layer|overlay)|tap-(surface|zones)|use-size|address-end|sound[\\/]use-sound-tracks|media[\\/](media-(requests|store)|seeks|subtitles|use-(beginning|settle|source|time-report))|controls[\\/](clock|control|settings-menu|shared-controls|shuttle|use-(fullscreen|shortcuts|shuttle)|volume)))\.tsx?$|contract[\\/]src[\\/]nouns[\\/]library[\\/]videos[\\/]storyboard-pictures\.ts$/

export default defineConfig({
  root,
  plugins: [dropSummaries, react(), tailwindcss(), guide, rememberImports, preloadLatin, compress],
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
      resolveDependencies: (_file, dependencies, { hostId }) => {
        const loaded = loadedWith(hostId)
        return dependencies.filter((name) => !loaded.has(name))
      },
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
            { name: 'parts', test: PARTS, priority: 2, includeDependenciesRecursively: false },
            // For an icon in a file of its own, the headers would be longer than the file.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 5, priority: 1 },
            // What one screen uses alone stays with that screen.
            { name: 'query', test: QUERY, minShareCount: 3, priority: 1, includeDependenciesRecursively: false },
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/ },
            // The same holds for a small part of a screen.
            { name: 'calls', test: CALLS, includeDependenciesRecursively: false },
            { name: 'tools', test: TOOLS, includeDependenciesRecursively: false },
            { name: 'videos', test: VIDEOS, includeDependenciesRecursively: false },
            { name: 'discussion', test: DISCUSSION, includeDependenciesRecursively: false },
            { name: 'picture', test: PICTURE, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
