import { existsSync } from 'node:fs'
import path from 'node:path'
import { identityOf, type SystemAccount } from './accounts/accounts.ts'

/** The only files that a program sees. Bubblewrap shows them. */
export interface View {
  /** The only writable folder; null if there is none. */
  readonly folder: BindMount | null
  /** Files and folders to read, besides the system's programs and libraries. */
  readonly readable: readonly BindMount[]
  /** Absolute paths of device files that it may open, besides those of every program, such as /dev/null. */
  readonly devices: readonly string[]
  /** Whether user namespaces are impossible inside. Only bubblewrap from 0.8 on can do that without root. */
  readonly closed: boolean
}

/** Absolute paths. */
export interface BindMount {
  /** Where the program sees it. */
  readonly place: string
  /** Where it is; no part of the path is a link. */
  readonly source: string
}

/** What surrounds a program that reads strangers' files. */
export interface Cell {
  /** The account that it runs as; null: that of the process that starts it. */
  readonly account: SystemAccount | null
  /** Null: it sees all files that its account may read. */
  readonly view: View | null
}

/**
 * System folders with programs and libraries; existing ones are bound read-only. glibc asks the last one whether there are
 * huge pages.
 */
const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/sys/kernel/mm/transparent_hugepage',
]

/** Command words before a program that put it into its cell. For the process that starts it. */
export function cellWords({ account, view }: Cell): string[] {
  const root = process.getuid?.() === 0
  return [...(view ? viewWords(view, root) : []), ...(root && account ? [...identityOf(account), '--'] : [])]
}

/** @param root keeps its user namespace, since only there it can become another account */
function viewWords({ folder, readable, devices, closed }: View, root: boolean): string[] {
  const spaces = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try']
  const closing = closed ? ['--unshare-user', '--disable-userns'] : []
  const system = SYSTEM_FOLDERS.filter((each) => existsSync(each)).map((place) => ({ place, source: place }))
  const bind = (how: string, { place, source }: BindMount) => [how, source, place]
  // Only root could enter the folders above a bound path by default.
  const above = root
    ? [
        ...system.map(({ place }) => place),
        ...devices,
        ...[...readable, ...(folder ? [folder] : [])].map(({ place }) => place),
      ].flatMap(foldersAbove)
    : []
  return [
    'bwrap',
    ...(root ? spaces : ['--unshare-all', ...closing]),
    '--die-with-parent',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...[...new Set(above)].flatMap((each) => ['--perms', '0755', '--dir', each]),
    ...system.flatMap((each) => bind('--ro-bind', each)),
    ...(folder ? bind('--bind', folder) : []),
    ...readable.flatMap((each) => bind('--ro-bind', each)),
    // A device that is gone since it was found fails the program, not the cell.
    ...devices.flatMap((device) => ['--dev-bind-try', device, device]),
    '--chdir',
    folder?.place ?? '/',
    '--',
  ]
}

function foldersAbove(place: string): string[] {
  const above = path.dirname(place)
  return above === place || above === '/' || above === '.' ? [] : [...foldersAbove(above), above]
}
