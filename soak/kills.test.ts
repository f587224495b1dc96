import { expect, test } from 'vitest'
import { kills } from './kills.ts'

test('whatever is killed, videos end as if it had not been, and nothing acknowledged is lost or left running', async () => {
  const { counts, failures } = await kills.run({ kills: 6, films: 1, videos_at_once: 2, writers: 2 }, console.log)
  expect({ counts, failures }).toMatchObject({ failures: [] })
})
