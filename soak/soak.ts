/**
 * `npm run soak`: lists the long runs. `npm run soak -- NAME [--size=number]` runs one, `npm run soak -- all` each in
 * turn. Prints a table of its counts at the end, and exits with 1 if a bound is broken.
 */
import { backup } from './backup.ts'
import { carryOver } from './carry-over.ts'
import { crowd } from './crowd.ts'
import { cuts } from './cut-connections.ts'
import { databaseLoss } from './database-loss.ts'
import { image } from './deploy/image.ts'
import { proxies } from './deploy/proxies.ts'
import { exchanges } from './exchanges.ts'
import { fullDisk } from './full-disk.ts'
import { importing } from './import.ts'
import { kills } from './kills.ts'
import { machines } from './machines.ts'
import { mails } from './mails.ts'
import { matrix } from './matrix.ts'
import { removedMember } from './removed-member.ts'
import { requests } from './requests.ts'
import { restarts } from './restarts.ts'
import { type NamedSoak, named, type Outcome } from './run.ts'
import { silence } from './silence.ts'
import { streams } from './streams.ts'
import { timing } from './timing.ts'
import { upgrade } from './upgrade.ts'
import { uploads } from './uploads.ts'
import { versionBefore } from './version-before.ts'
import { versions } from './versions.ts'
import { wrongLogins } from './wrong-logins.ts'

/** Every long run, in the order in which `all` takes them. */
export const SOAKS: readonly NamedSoak[] = [
  named('matrix', matrix),
  named('kills', kills),
  named('restarts', restarts),
  named('requests', requests),
  named('versions', versions),
  named('machines', machines),
  named('database-loss', databaseLoss),
  named('streams', streams),
  named('crowd', crowd),
  named('full-disk', fullDisk),
  named('upgrade', upgrade),
  named('version-before', versionBefore),
  named('backup', backup),
  named('carry-over', carryOver),
  named('import', importing),
  named('exchanges', exchanges),
  named('removed-member', removedMember),
  named('wrong-logins', wrongLogins),
  named('mails', mails),
  named('timing', timing),
  named('silence', silence),
  named('uploads', uploads),
  named('cut-connections', cuts),
  named('image', image),
  named('proxies', proxies),
]

/**
 * Runs the named runs and prints their results.
 * @param args the words after `npm run soak --`
 * @param print writes one line
 * @returns the exit code: 0 if all bounds held, 1 if one did not or a run threw, 2 for unknown names or sizes
 */
export async function runSoaks(
  soaks: readonly NamedSoak[],
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const [name, ...typed] = args
  if (name === undefined) {
    for (const soak of soaks) print(described(soak))
    print('all: each of them in turn')
    return 0
  }
  const chosen = name === 'all' ? soaks : soaks.filter((soak) => soak.name === name)
  if (chosen.length === 0 || (name === 'all' && typed.length > 0)) {
    print(`No run takes '${args.join(' ')}'. There are: ${soaks.map((soak) => soak.name).join(', ')}, all.`)
    return 2
  }
  const ended: { name: string; outcome: Outcome; seconds: number }[] = []
  for (const soak of chosen) {
    print(`\n=== ${soak.name}: ${soak.shows}`)
    const began = performance.now()
    const since = () => (performance.now() - began) / 1000
    const outcome = await soak
      .start(typed, (line) => print(`${since().toFixed(0).padStart(5)} s  ${line}`))
      .catch((error: unknown) => ({ counts: {}, failures: [`It broke off. ${textOf(error)}`] }))
    ended.push({ name: soak.name, outcome, seconds: since() })
  }
  print('')
  for (const { name, outcome, seconds } of ended) {
    print(`${outcome.failures.length > 0 ? 'FAILED' : 'passed'}  ${name}, ${seconds.toFixed(0)} s`)
    const width = Math.max(0, ...Object.keys(outcome.counts).map((count) => count.length))
    for (const [count, value] of Object.entries(outcome.counts)) print(`  ${count.padEnd(width)}  ${value}`)
    for (const failure of outcome.failures) print(`  FAILED: ${failure}`)
  }
  return ended.some(({ outcome }) => outcome.failures.length > 0) ? 1 : 0
}

function described({ name, shows, sizes }: NamedSoak): string {
  const defaults = Object.entries(sizes).map(([size, value]) => `--${size}=${value}`)
  return [`${name}: ${shows}`, ...(defaults.length > 0 ? [`    ${defaults.join(' ')}`] : [])].join('\n')
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

if (import.meta.main) process.exitCode = await runSoaks(SOAKS, process.argv.slice(2), console.log)
