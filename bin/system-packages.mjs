import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Packages of the operating system: Debian's name, whether this machine has it, and `lost`, the feature that is missing
 * without it. A package without `lost` is required.
 */
const PACKAGES = {
  ffmpeg: { present: () => Boolean(process.env.FFMPEG_PATH) || (onPath('ffmpeg') && onPath('ffprobe')) },
  bubblewrap: {
    present: () => process.platform !== 'linux' || onPath('bwrap'),
    lost: 'programs that read videos can read and change what the rest of Footnote can',
  },
  'chromium-headless-shell': {
    present: () => Boolean(process.env.CHROMIUM_PATH) || onPath('chromium-headless-shell'),
  },
  flite: { present: () => onPath('flite') },
  'fonts-dejavu-core': { present: () => existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf') },
  strace: { present: () => onPath('strace'), lost: 'the tests that look at what processes do are skipped' },
}

/**
 * Installs missing packages if it may (Debian and Ubuntu as root), and names them. Otherwise it throws with the one
 * command that installs the required ones, and names the optional ones that are missing.
 */
export function installSystemPackages(names) {
  const missing = () => names.filter((name) => !PACKAGES[name].present())
  const wanted = missing()
  if (wanted.length === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`footnote: installing from the operating system: ${wanted.join(' ')}`)
    if (apt(['update']) && apt(['install', ...wanted]) && missing().length === 0) return
    const required = missing().filter((name) => !PACKAGES[name].lost)
    if (required.length > 0) apt(['install', ...required])
  }
  const still = missing()
  const required = still.filter((name) => !PACKAGES[name].lost)
  if (required.length > 0) throw new Error(`${required.join(' and ')} must be installed first. Type: ${command(still)}`)
  for (const name of still) console.log(`footnote: ${name} is missing: ${PACKAGES[name].lost}`)
  if (still.length > 0 && process.platform === 'linux') console.log(`footnote: to have it, type: ${command(still)}`)
}

function apt(args) {
  const options = [
    '-y',
    '-q',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'DPkg::Lock::Timeout=120',
  ]
  const run = spawnSync('apt-get', [args[0], ...options, '--no-install-recommends', ...args.slice(1)], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  if (run.status !== 0) console.log(run.stderr.trim() || run.stdout.trim())
  return run.status === 0
}

function command(names) {
  const elsewhere = names.filter((name) => !PACKAGES[name].lost).join(' ')
  if (process.platform === 'darwin') return `brew install ${elsewhere}`
  const manager = ['apt-get', 'dnf', 'pacman'].find(onPath) ?? 'apt-get'
  const verb = manager === 'pacman' ? '-S' : 'install'
  return `sudo ${manager} ${verb} ${names.join(' ')}`
}

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
