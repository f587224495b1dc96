import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the npm packages if there are none, after an interrupted install, and when the lock changes. */
export function installPackages(root) {
  if (isInstalled(root)) return
  console.log('footnote: installing packages')
  // The web app is built on this machine, so its tools are needed under NODE_ENV=production, too.
  const run = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
    cwd: root,
    // npm's notes on our settings file would appear before the first line that a person needs to read.
    env: { ...process.env, npm_config_loglevel: 'error' },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (run.status !== 0) throw new Error('The packages could not be installed. Type: npm ci')
}

/**
 * Whether npm's own list of installed packages, which it writes last, has all packages of the lock except those of
 * other systems.
 */
function isInstalled(root) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) => {
      if (!path.startsWith('node_modules/') || version === undefined) return true
      return path in installed ? installed[path].version === version : Boolean(optional || devOptional)
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
