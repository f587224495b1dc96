import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the npm packages when there are none, or when the lock file is newer than what is installed. */
export function installPackages(root) {
  const installed = modified(join(root, 'node_modules', '.package-lock.json'))
  if (installed !== undefined && installed >= modified(join(root, 'package-lock.json'))) return
  console.log('footnote: installing packages')
  const run = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    // npm's own notes on our settings file would come before the first line a person needs to read.
    env: { ...process.env, npm_config_loglevel: 'error' },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (run.status !== 0) throw new Error('The packages could not be installed. Type: npm ci')
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}
