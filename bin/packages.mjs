import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs the npm packages if there are none, after an interrupted install, and when the lock changes.
 * @param options `development`: also what only tests, checks and measurements need
 */
export function installPackages(root, { development }) {
  if (isInstalled(root, development)) return
  console.log('footnote: installing packages')
  const kinds = ['--include=optional', development ? '--include=dev' : '--omit=dev']
  const run = spawnSync('npm', ['ci', ...kinds, '--no-audit', '--no-fund'], {
    cwd: root,
    // ONNX Runtime's package would download what this product does not use; a later npm ignores the line in `.npmrc`.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (run.status !== 0) throw new Error('The packages could not be installed. Type: npm ci')
}

/**
 * Whether npm's own list of installed packages, which it writes last, has all packages of the lock except those of
 * other systems, and for development if not asked for.
 */
function isInstalled(root, development) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional }]) => {
      if (!path.startsWith('node_modules/') || version === undefined) return true
      if (path in installed) return installed[path].version === version
      return Boolean(optional || devOptional || (dev && !development))
    },
  )
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
