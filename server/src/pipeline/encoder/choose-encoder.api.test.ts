import { afterAll, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startProduct } from '../../../test/product.ts'
import { testConfig } from '../../../test/test-config.ts'
import { runWords } from '../../../test/typed-command.ts'
import { writeEncoder } from '../../features/library/indexing/encoders/commands.ts'
import { ChosenHardware } from '../../media/encoding/chosen-hardware.ts'
import { findHardware } from '../../media/encoding/hardware.ts'
import { chooseEncoder } from './choose-encoder.ts'

const product = await startProduct()
afterAll(() => product.close())
const { db, config } = product
const hasDevice = (await Promise.all([findHardware('vaapi'), findHardware('nvenc')])).some((found) => found !== null)

/** A worker starts with this setting. @returns what its log says */
async function start(HWACCEL: string) {
  const said: string[] = []
  const hardware = new ChosenHardware()
  const note = (level: string) => (details: { reasons?: string[] }, message: string) =>
    void said.push(`${level}: ${message}${details.reasons ? `; ${details.reasons.join(', ')}` : ''}`)
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', hardware }
  const settings = testConfig({ DATA_DIR: config.data_dir, DATABASE_URL: config.database_url, HWACCEL })
  const services = { config: settings, db, tools, work_dir: config.data_dir, log }
  await chooseEncoder(services as unknown as Parameters<typeof chooseEncoder>[0], 'this machine')()
  return { said, hardware }
}
const encoder = async () => {
  const { checks } = (await product.get('/api/health')).json
  return checks.find(({ name }: { name: string }) => name === 'encoder')
}

test.skipIf(hasDevice)(
  'without a device, a named kind warns in health and log, auto says it, and off says nothing',
  async () => {
    const named = await start('vaapi')
    const nothing = 'this machine has no device for it'
    expect(named.said).toEqual([`warn: no hardware encoder works, software encodes; vaapi: ${nothing}`])
    expect(named.hardware.current).toBeNull()
    expect(await encoder()).toEqual({
      name: 'encoder',
      state: 'warn',
      sentence: 'HWACCEL=vaapi does not work here, so software encodes. Type "footnote doctor" to see why.',
    })
    expect((await product.get('/api/health')).status).toBe(200)
    const any = await start('auto')
    expect(any.said).toEqual([
      expect.stringMatching(/^info: no hardware encoder works, software encodes; nvenc: .*, qsv:/),
    ])
    expect(await encoder()).toMatchObject({
      state: 'ok',
      sentence: 'No hardware encoder works here, so software encodes.',
    })
    expect((await start('off')).said).toEqual([])
    expect(await encoder()).toBeUndefined()
  },
)

test('health says which hardware encodes, and first what failed later, on whichever machine', async () => {
  await writeEncoder(db, 'one', { wanted: 'auto', state: 'works', kind: 'nvenc' })
  expect(await encoder()).toMatchObject({ state: 'ok', sentence: 'Hardware encodes (nvenc).' })
  await writeEncoder(db, 'two', { wanted: 'qsv', state: 'missing', kind: null })
  expect(await encoder()).toMatchObject({
    state: 'warn',
    sentence:
      'HWACCEL=qsv does not work on a machine, so software encodes there. Type "footnote doctor" there to see why.',
  })
  await writeEncoder(db, 'two', { wanted: 'vaapi', state: 'failed', kind: 'vaapi' })
  expect(await encoder()).toMatchObject({
    state: 'warn',
    sentence: expect.stringMatching(/^The hardware encoder \(vaapi\) failed at several films on a machine\./),
  })
  await db
    .updateTable('encoders')
    .set({ updated_at: new Date(Date.now() - 600_000) })
    .execute()
  expect(await encoder()).toBeUndefined()
})

test.skipIf(hasDevice)('doctor tries the encoder of its machine, and says why none works', async () => {
  const settings = { DATABASE_URL: config.database_url, DATA_DIR: config.data_dir, SECRET_KEY: SECRET }
  const asked = async (HWACCEL: string) => {
    const { checks } = JSON.parse((await runWords(['doctor', '--json'], { ...settings, HWACCEL })).out)
    return checks.find(({ name }: { name: string }) => name === 'encoder')
  }
  const nothing = 'this machine has no device for it.'
  const software = 'No hardware encodes, so software does.'
  expect(await asked('qsv')).toEqual({ name: 'encoder', state: 'warn', sentence: `${software} qsv: ${nothing}` })
  expect(await asked('auto')).toMatchObject({ state: 'ok', sentence: expect.stringContaining(software) })
  expect(await asked('off')).toMatchObject({ state: 'ok', sentence: 'Software encodes: HWACCEL is off.' })
})
