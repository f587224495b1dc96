import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmallHub, startSmallHub } from '../../../test/small-hub.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'

let hub: SmallHub
beforeEach(async () => {
  hub = await startSmallHub()
})
afterEach(() => hub.close())

test('a model is listed with its details, fetched by its name, and found from then on', async () => {
  const before = await hub.models(['list'])
  expect(before.printed).toContain('parakeet-110m-en\n  Parakeet TDT-CTC 110M: speech, en, 126 MB\n')
  expect(before.printed).toContain(
    'small\n  Small: speech, by default, en, unknown size\n  made/small at its first use, MIT\n  not here\n',
  )
  expect(await hub.models(['verify'])).toEqual({ status: 0, printed: 'There is no model on this machine.\n' })
  const fetched = await hub.models(['fetch', 'small'])
  expect(fetched.status).toBe(0)
  expect(fetched.printed.trimEnd().split('\n').at(-1)).toBe(hub.folder)
  expect((await hub.models(['list'])).printed).toContain(`MIT\n  ${hub.folder}\n`)
  expect(await hub.models(['verify'])).toEqual({ status: 0, printed: `small: ${hub.folder}\n` })
})

test('the list has the figures of examined models, and works when the database cannot be read', async () => {
  const DATABASE_URL = await createTestDatabase()
  await migrate(DATABASE_URL)
  const db = openDatabase(DATABASE_URL)
  const examined = { kind: 'speech', name: 'Parakeet TDT-CTC 110M', state: 'passed', fingerprint: 'a' } as const
  await db
    .insertInto('engine_examinations')
    .values({ ...examined, engine: 'parakeet-110m-en-1', answers: JSON.stringify([{ wrong: 3, of: 150 }]) })
    .execute()
  await db.destroy()
  const { printed } = await hub.models(['list'], { DATABASE_URL })
  expect(printed).toContain('CC-BY-4.0\n  not here\n  Examined: 3 of 150 words wrong.\n')
  const away = await hub.models(['list'], { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/none' })
  expect(away.status).toBe(0)
  expect(away.printed).toContain('footnote: The examinations cannot be read: Footnote cannot reach')
})
