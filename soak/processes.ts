import { readdir, readFile } from 'node:fs/promises'
import { lives, markOf, type ProcessMark } from '../server/src/app/supervisor/processes.ts'

/** Programs of the product that can be killed. */
export const PROGRAMS = ['postgres', 'backend', 'worker', 'api', 'engine', 'ffmpeg', 'supervisor'] as const
/** Programs that make files which people ask for; those of decoders run only if root started the product. */
export const MAKERS = ['ffmpeg', 'ffprobe', 'decoders', 'worker'] as const
export type Program = (typeof PROGRAMS)[number] | (typeof MAKERS)[number]

/** A running process of the product. */
export interface ProductProcess extends ProcessMark {
  readonly parent: number
  /** Null for a process that only carries others, for example a sandbox. */
  readonly program: Program | null
  /** The beginning of its command line. */
  readonly command: string
}

/** How the command line of each begins; programs that set a title have it there. */
const COMMANDS: readonly (readonly [Program, RegExp])[] = [
  ['backend', /^postgres: (?:[\w-]+ )?footnote\S* footnote \S+\(\d+\)/],
  ['postgres', /\/postgres -D /],
  ['api', /^footnote-api\b/],
  ['worker', /^footnote-worker\b/],
  ['engine', /^footnote-engine\b/],
  ['supervisor', /^footnote-supervisor\b/],
  ['decoders', /^footnote-decoders\b/],
  ['ffprobe', /^(?:\S*\/)?ffprobe /],
  ['ffmpeg', /^(?:\S*\/)?ffmpeg /],
]

/** A process and all its descendants; the process itself comes first. */
export async function familyOf(root: number): Promise<ProductProcess[]> {
  const all = await runningProcesses()
  const family = all.filter(({ pid }) => pid === root)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

/** Every process whose environment or command line contains a text, for example a data folder. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await processIds()) {
    if (pid === process.pid) continue
    const [line, environment] = [await textOf(pid, 'cmdline'), await textOf(pid, 'environ')]
    if (line.includes(text) || environment.includes(text)) found.push(pid)
  }
  return found
}

export const living = <Mark extends ProcessMark>(marks: Iterable<Mark>): Mark[] => [...marks].filter(lives)

async function runningProcesses(): Promise<ProductProcess[]> {
  const found: ProductProcess[] = []
  for (const pid of await processIds()) {
    const [mark, stat] = [markOf(pid), await textOf(pid, 'stat')]
    if (!mark || !stat) continue
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    const line = (await textOf(pid, 'cmdline')).replaceAll('\0', ' ')
    const program = COMMANDS.find(([, begins]) => begins.test(line))?.[0] ?? null
    found.push({ ...mark, parent, program, command: line.slice(0, 60).trim() })
  }
  return found
}

const processIds = async (): Promise<number[]> =>
  (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid) && pid > 0)

const textOf = (pid: number, file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
