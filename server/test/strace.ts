import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** System calls that use the network, write files, or change a process's directory. */
const CALLS = [
  'socket,connect,sendto,sendmsg,sendmmsg',
  'open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,link,linkat,symlink,symlinkat',
  'chdir,fchdir,clone,clone3,fork,vfork,execve',
].join()

/** Why this machine cannot trace processes, in a sentence; null if it can. @param alone as in watchWords */
export function whyUnwatchable(alone = false): string | null {
  if (process.platform !== 'linux') return 'Only Linux shows the system calls of a process.'
  const words = watchWords('/dev/null', alone)
  const { error, status, stderr } = spawnSync(words[0] as string, [...words.slice(1), 'true'], { encoding: 'utf8' })
  if (error) return `${words[0]} is not installed.`
  return status === 0 ? null : `Processes cannot be watched here: ${stderr.trim() || `exit code ${status}`}`
}

/**
 * Command words before a program that trace it and all its descendants. The tracer keeps the program's outputs open
 * until the last of them has ended.
 * @param alone in a network namespace without servers, and without the processes of others: a program claims
 * accounts for decoders in its network namespace, and ends all processes of an account that it has claimed
 */
export const watchWords = (trace: string, alone = false): string[] => [
  ...(alone ? ['unshare', '--net'] : []),
  // With seccomp only the named calls stop a process: the others keep their full speed.
  ...['strace', '--daemonize', '--follow-forks', '--seccomp-bpf', '--quiet=all', '--decode-fds=path', '--signal=none'],
  ...['--pidns-translation', '--trace', CALLS, '--string-limit=300', '--output', trace],
  ...(alone ? ['unshare', '--pid', '--fork', '--mount-proc'] : []),
]

/** The traced actions of processes, each with its number of occurrences. */
export interface Doings {
  /** Opened network sockets: `AF_INET`, `AF_INET6`. */
  readonly sockets: ReadonlyMap<string, number>
  /** Addresses of attempted connections, successful or not: `127.0.0.1:5432`, `unix:/run/x`. */
  readonly reached: ReadonlyMap<string, number>
  /** Files and folders that were created, or opened for writing: absolute paths. */
  readonly written: ReadonlyMap<string, number>
  /** Files that were only read. */
  readonly read: ReadonlyMap<string, number>
  /** Programs that were started. */
  readonly programs: ReadonlyMap<string, number>
}

/**
 * Reads a trace that `watchWords` wrote.
 * @param cwd working directory of the first process
 */
export async function readDoings(trace: string, cwd: string): Promise<Doings> {
  const reader = new TraceReader(cwd)
  for await (const line of createInterface({ input: createReadStream(trace) })) reader.take(line)
  return reader
}

/** One complete line: name, arguments, result. */
const CALL = /^(\w+)\((.*)\)\s+= (\S+?)(?:<(.*)>)?(?: .*)?$/
/** A new process in a namespace of processes, by the number with which its lines begin. */
const NUMBERED = /\/\* (\d+) in strace's PID NS \*\/$/
const INTERNET = /sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"/
const LOCAL = /sa_family=AF_UNIX, sun_path=(@?"[^"]*")/
const QUOTED = /"((?:[^"\\]|\\.)*)"/g
const WRITING = /O_WRONLY|O_RDWR|O_CREAT/

class TraceReader implements Doings {
  readonly sockets = new Map<string, number>()
  readonly reached = new Map<string, number>()
  readonly written = new Map<string, number>()
  readonly read = new Map<string, number>()
  readonly programs = new Map<string, number>()
  readonly #started_in: string
  /** Working directory of each process. */
  readonly #folders = new Map<string, string>()
  /** Calls that another process's line has cut in two. */
  readonly #begun = new Map<string, string>()
  /** Processes that build a file system for a program, in which our paths have no meaning until the program runs. */
  readonly #bubblewraps = new Set<string>()

  constructor(cwd: string) {
    this.#started_in = cwd
  }

  take(line: string): void {
    const [, process = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (text.endsWith('<unfinished ...>')) {
      this.#begun.set(process, text.slice(0, -'<unfinished ...>'.length))
      return
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    const whole = resumed ? `${this.#begun.get(process) ?? ''}${resumed[1]}` : text
    const [, name = '', args = '', result = '', opened] = CALL.exec(whole) ?? []
    if (name) this.#note(process, name, args, NUMBERED.exec(whole)?.[1] ?? result, opened)
  }

  #note(process: string, name: string, args: string, result: string, opened: string | undefined): void {
    if (name === 'socket') this.#count(this.sockets, /^AF_INET6?/.exec(args)?.[0])
    if (['connect', 'sendto', 'sendmsg', 'sendmmsg'].includes(name)) this.#count(this.reached, addresseeOf(args))
    if (result.startsWith('-') || result === '?') return
    if (/^clone|^v?fork$/.test(name)) {
      this.#folders.set(result, this.#folderOf(process))
      if (this.#bubblewraps.has(process)) this.#bubblewraps.add(result)
    }
    const paths = [...args.matchAll(QUOTED)].map(([, text = '']) => text)
    if (name === 'chdir') this.#folders.set(process, path.resolve(this.#folderOf(process), paths[0] ?? ''))
    if (name === 'fchdir') this.#folders.set(process, /<(.*)>/.exec(args)?.[1] ?? '/')
    if (name === 'execve') {
      this.#count(this.programs, paths[0])
      if (path.basename(paths[0] ?? '') === 'bwrap') this.#bubblewraps.add(process)
      else this.#bubblewraps.delete(process)
    }
    if (this.#bubblewraps.has(process)) return
    if (name.startsWith('open') || name === 'creat') {
      const writes = name === 'creat' || WRITING.test(args)
      this.#count(writes ? this.written : this.read, opened ?? paths[0])
    } else if (/^(?:mkdir|mknod|rename|link|symlink)/.test(name)) {
      const folder = /^\w+<([^>]*)>/.exec(args.split(', ').findLast((part) => /^\w+<[^>]*>$/.test(part)) ?? '')?.[1]
      this.#count(this.written, path.resolve(folder ?? this.#folderOf(process), paths.at(-1) ?? ''))
    }
  }

  #folderOf(process: string): string {
    return this.#folders.get(process) ?? this.#started_in
  }

  #count(counts: Map<string, number>, what: string | undefined): void {
    if (what !== undefined) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
}

const NAME_CACHE = '/var/run/nscd/socket'

/**
 * Whether this is the socket of a name cache that does not run here. The C library tries it when a program looks up a
 * user. Without the cache it would ask a server for a host next, which the trace shows.
 */
export const isAbsentNameCache = (to: string): boolean => to === `unix:${NAME_CACHE}` && !existsSync(NAME_CACHE)

/** The address in a call; undefined for a socket that is already connected. */
function addresseeOf(args: string): string | undefined {
  const [, port, address] = INTERNET.exec(args) ?? []
  if (address !== undefined) return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  const local = LOCAL.exec(args)?.[1]
  return local && `unix:${local.replaceAll('"', '')}`
}
