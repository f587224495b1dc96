/** `npm run test:repeat -- FILE TIMES`: runs one test file so many times, each in another order, until one run fails. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [file, times = '20'] = process.argv.slice(2)
if (!file || !(Number(times) > 0)) {
  console.error('Type: npm run test:repeat -- FILE TIMES')
  process.exit(64)
}
const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
for (let run = 1; run <= Number(times); run += 1) {
  const seed = String(Math.floor(Math.random() * 1e9))
  console.log(`run ${run} of ${times}, seed ${seed}`)
  const { status } = spawnSync(process.execPath, [vitest, 'run', file, `--sequence.seed=${seed}`], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
