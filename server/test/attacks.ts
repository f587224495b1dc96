import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemAccount } from '../src/platform/confinement/accounts/accounts.ts'
import { type OtherMachine, runOn } from './other-machine.ts'

const source = (name: string) => JSON.stringify(new URL(`../src/${name}`, import.meta.url))
const SECRETS = ['secret.key', 'postgres.json', 'files/videos/one/other.mp4']
/** Processes that an intruder tries to start. */
const BOMB = 10_000

/** What an intruder has reported, and what it has left. */
export interface Raid {
  /** Its lines, without the number of processes. */
  readonly printed: readonly string[]
  /** Processes that it could start before the system refused; 10,000 if it never did. */
  readonly processes: number
  /** Files in its job's folder. */
  readonly left: readonly string[]
  /** Whether a file was added to the folder of the neighbour. */
  readonly planted: boolean
  /** Whether a process that it had hidden lived on after its job. */
  readonly outlived: boolean
}

/** Seconds that a hidden process sleeps, by which the raid finds it again. */
const hidingOf = (port: number) => 100_000 + port

/**
 * The attack of a program that a malicious file controls. It prints what it obtained. Words: the neighbour's folder.
 */
const attack = (data: string, port: number) => `
cat ${SECRETS.map((name) => path.join(data, name)).join(' ')} 2>/dev/null
ls ${data}/files/videos/one ${data}/work 2>/dev/null | grep other
for at in /proc/[0-9]*/cwd "$1"; do
  cat "$at/of-neighbour" 2>/dev/null
  [ -e "$at/of-neighbour" ] && (: > "$at/planted") 2>/dev/null
  (exec 9<"\${at%cwd}mem") 2>/dev/null && [ -e "$at/of-neighbour" ] && echo memory
done
(: > "$1/planted") 2>/dev/null
(exec 9<>/dev/tcp/127.0.0.1/${port} && echo connected) 2>/dev/null
unshare --user true 2>/dev/null && echo user namespace
[ "$(${data}/root-id -u 2>/dev/null)" = 0 ] && echo root
[ "$(id -u)" = 0 ] && echo root
echo made > made
ln -s ${data}/secret.key stolen
setsid sh -c 'trap "" HUP TERM; exec sleep ${hidingOf(port)}' >/dev/null 2>&1 &
perl -e 'for (1..${BOMB}) { my $p = fork; if (!defined $p) { print "processes ", $_ - 1, "\\n"; exit } if (!$p) { sleep 60; exit } } print "processes ${BOMB}\\n"'
`

/** A data folder with secrets, and a server that it must not reach. */
export interface Target {
  readonly data: string
  readonly port: number
  close(): Promise<void>
}

/** Makes a data folder as the product leaves it. */
export async function makeTarget(): Promise<Target> {
  const data = await mkdtemp(path.join(tmpdir(), 'footnote-data-'))
  for (const folder of ['files/videos/one', 'work/other-job'])
    await mkdir(path.join(data, folder), { recursive: true, mode: 0o700 })
  for (const folder of ['.', 'work']) await chmod(path.join(data, folder), 0o711)
  for (const name of [...SECRETS, 'files/videos/one/original.mp4'])
    await writeFile(path.join(data, name), `what is in ${name}\n`, { mode: 0o600 })
  const server: Server = createServer((_, answer) => answer.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    data,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** The account that owns the data folder on that machine. */
function ownerOn({ account }: OtherMachine): string {
  if (account === 'nobody') return '65534:65534'
  const { uid, gid } = account === 'footnote' ? (systemAccount('footnote') ?? { uid: 0, gid: 0 }) : { uid: 0, gid: 0 }
  return `${uid}:${gid}`
}

/**
 * Runs the attack where a machine runs decoders or engines, while the decoder of another job works.
 * @param as what the intruder is
 */
export async function raidOn(machine: OtherMachine, { data, port }: Target, as: 'decoder' | 'engine'): Promise<Raid> {
  spawnSync('chown', ['-R', ownerOn(machine), data])
  // A program that would make an intruder root.
  await copyFile('/usr/bin/id', path.join(data, 'root-id'))
  await chmod(path.join(data, 'root-id'), 0o4755)
  const original = path.join(data, 'files/videos/one/original.mp4')
  const work = JSON.stringify(path.join(data, 'work'))
  const said = await runOn(
    { ...machine, data_dir: data },
    `import { readdir, readFile, writeFile } from 'node:fs/promises'
    import path from 'node:path'
    import { startDecoder } from ${source('platform/confinement/decoder.ts')}
    import { startBesideEngines } from ${source('platform/confinement/engine.ts')}
    import { withJobFolder } from ${source('platform/confinement/job-folder.ts')}
    import { ownLauncher } from ${source('platform/confinement/launcher.ts')}
    const shell = (folder, words, input) =>
      startDecoder({ trial: ['true'], program: '/bin/bash', folder, input, arguments: (file) => ['-c', ...words, file], fileBytes: 1e6 })
    const linesOf = async ({ stdout, stderr, extra }, ended) => {
      let printed = ''
      stderr.resume()
      extra?.resume()
      stdout.on('data', (part) => { printed += part })
      await Promise.all([ended, new Promise((resolve) => stdout.once('close', resolve))])
      return printed.split('\\n').filter(Boolean)
    }
    const hidden = async () => {
      const found = []
      for (const name of await readdir('/proc'))
        if (/^sleep.${hidingOf(port)}.$/.test(await readFile('/proc/' + name + '/cmdline', 'utf8').catch(() => ''))) found.push(name)
      return found.length
    }
    await withJobFolder(${work}, async (theirs) => {
      await writeFile(path.join(theirs, 'input'), 'x')
      const neighbour = await shell(theirs, ['echo what a neighbour has written > of-neighbour; echo ready; exec sleep 600', 'bash'], path.join(theirs, 'input'))
      neighbour.stderr.resume()
      await new Promise((resolve) => neighbour.stdout.once('data', resolve))
      let left = []
      const words = [${JSON.stringify(`cat "$2"${attack(data, port)}`)}, 'bash', theirs]
      const printed = ${
        as === 'decoder'
          ? `await withJobFolder(${work}, async (folder) => {
        const decoder = await shell(folder, words, ${JSON.stringify(original)})
        const printed = await linesOf(decoder, decoder.ended)
        left = await readdir(folder)
        return printed
      })`
          : `await startBesideEngines(await ownLauncher(), ['/bin/bash', '-c', ...words]).then((engine) => linesOf(engine, engine.exited))`
      }
      // A killed process needs a moment of a processor to end.
      let outlived = true
      for (const until = Date.now() + 20_000; outlived && Date.now() < until; ) outlived = await hidden() > 0
      const planted = (await readdir(theirs)).includes('planted')
      neighbour.kill()
      await neighbour.exited
      const processes = Number(printed.find((line) => line.startsWith('processes'))?.split(' ')[1])
      console.log(JSON.stringify({ printed: printed.filter((line) => !line.startsWith('processes')), processes, left, planted, outlived }))
    })
    process.exit(0)`,
  )
  return JSON.parse(said) as Raid
}

/** Mode and number of names of the stored video, and the entries of the folder for jobs, after a raid. */
export async function traceOf({ data }: Target): Promise<{ mode: number; names: number; jobs: string[] }> {
  const { mode, nlink } = await stat(path.join(data, 'files/videos/one/original.mp4'))
  return { mode: mode & 0o777, names: nlink, jobs: await readdir(path.join(data, 'work')) }
}
