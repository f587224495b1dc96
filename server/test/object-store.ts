import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const BUCKET = 'footnote'

/** An S3-compatible object store in a separate process, on a free port, with one empty bucket. */
export async function startObjectStore() {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-s3-'))
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const run = async (wanted_port: number) => {
    const args = [
      '-d',
      folder,
      '-a',
      '127.0.0.1',
      '-p',
      `${wanted_port}`,
      '--no-vhost-buckets',
      '--configure-bucket',
      BUCKET,
    ]
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The object store ended with ${code}.`)))
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /listening on .*:(\d+)/.exec(line)
        if (found) resolve(Number(found[1]))
      })
    })
    return { child, port }
  }
  let { child, port } = await run(0)
  const kill = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return {
    /** Its files on this disk. */
    folder,
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      // The only credentials that this server knows.
      access_key_id: 'S3RVER',
      secret_access_key: 'S3RVER',
    },
    kill,
    /** Starts it again after `kill`, on the same port and with the same files. */
    async restart(): Promise<void> {
      ;({ child } = await run(port))
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
