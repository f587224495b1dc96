import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const BUCKET = 'footnote'

/** An S3-compatible object store in a process of its own, on a free port, with one empty bucket. */
export async function startObjectStore() {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-s3-'))
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const args = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets', '--configure-bucket', BUCKET]
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The object store ended with ${code}.`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /listening on .*:(\d+)/.exec(line)
      if (found) resolve(Number(found[1]))
    })
  })
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      // The only pair that this server knows.
      access_key_id: 'S3RVER',
      secret_access_key: 'S3RVER',
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
