import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startIndexingBesideApi } from '../../../../test/indexing-tests.ts'
import { ffmpeg, H264 } from '../../../../test/made-media.ts'
import { embeddedLines, findExactLines } from '../../../../test/shown-lines.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import type { SpeechEngine, TextEngine } from '../../../engines/engine.ts'

vi.mock('@footnote/contract/shared/limits.ts', async (load) => {
  const limits = await load<typeof import('@footnote/contract/shared/limits.ts')>()
  return { ...limits, JOBS: { ...limits.JOBS, part_delays: limits.JOBS.part_delays.map(() => 0.05) } }
})
// Its schedule would make up for what nothing else asks for.
vi.mock('../../renewal/find-due.job.ts', async (load) => ({
  ...(await load<typeof import('../../renewal/find-due.job.ts')>()),
  findDue: () => async () => undefined,
}))
const patiently = { timeout: 300_000, interval: 100 }
const SPEECH = { visual: false, ocr: false, audio: true }
const SILENT = { visual: true, ocr: false, audio: false }

const folder = await temporaryFolder('subtitles')
const [film, mute] = [path.join(folder, 'film.mp4'), path.join(folder, 'mute.mp4')]
const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=13']
await ffmpeg(...picture, '-f', 'lavfi', '-i', 'sine=frequency=300:duration=13', ...H264, '-c:a', 'aac', film)
await ffmpeg(...picture, ...H264, mute)

/** An engine that hears a line each two seconds, and counts how often it was asked. */
function listener(name: string, { until = Promise.resolve(), stop = 3 } = {}) {
  const heard = { times: 0, lines: 0 }
  const engine: SpeechEngine = {
    id: `${name}-1`,
    name,
    languages: ['en', 'de'],
    async *transcribe(_file, { heard: earlier, onHeard } = {}) {
      heard.times++
      for (let at = (earlier?.until ?? 0) / 2; at < 6; at++) {
        if (at === stop) await until
        heard.lines++
        await new Promise((resolve) => setTimeout(resolve, 100))
        const start = 2 * at
        const words = [name, `line${at}`].map((word, place) => {
          return { word, start: start + place / 2, end: start + (place + 1) / 2, confidence: 0.9 }
        })
        yield { start, end: start + 1, text: `${name} line${at}`, language: 'en', words }
        await onHeard?.(start + 2)
      }
    },
    close: async () => undefined,
  }
  return { heard, choice: { speech: { engine, reason: null, passed_over: [] } } }
}

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
})
async function start(choice: ReturnType<typeof listener>['choice']) {
  const { indexing, api, viewer } = await startIndexingBesideApi({ engines: choice })
  open.push(indexing, api)
  const send = async (method: 'put' | 'post', id: string, rest: string, body: object) => {
    const answer = await api[method](`/api/transcripts/${id}${rest}`, body, viewer)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.json
  }
  const read = async (id: string) => (await api.get(`/api/transcripts/${id}`, viewer)).json
  return {
    ...indexing,
    api,
    viewer,
    send,
    read,
    bring: (id: string, revision: number, text = FILE) => send('post', id, '/subtitles', { revision, text }),
    said: async (id: string) =>
      (await read(id)).subtitle_word.map(({ word }: { word: string }) => word).join(' ') as string,
    found: async (id: string, query: string) =>
      await findExactLines(api, viewer, (await indexing.settled(id)).collection_id, query),
    async file(id: string): Promise<string | null> {
      const { subtitle_url } = await read(id)
      return subtitle_url && (await api.get(subtitle_url)).text
    },
    /** Texts of the lines that have a vector: of the shown ones, and of no others. */
    embedded: (id: string) => embeddedLines(indexing.db, id),
    speech: async (id: string) =>
      await indexing.db
        .selectFrom('video_stages')
        .select(['engine', 'until', 'finished_at'])
        .where('video_id', '=', id)
        .where('stage', '=', 'speech')
        .executeTakeFirst(),
  }
}

const FILE = `WEBVTT

00:01.000 --> 00:03.000
<v Ana>We left the harbour.

00:06.000 --> 00:08.000
<v Bo>The fog was bad.
`
const TEXTS = ['We left the harbour.', 'The fog was bad.']

test('an import outlives another engine, which listens only when the import is undone', async () => {
  const first = listener('first')
  const { settled, add, bring, said, found, file, embedded, choose, send, read } = await start(first.choice)
  const { id } = await settled(await add(film, SPEECH))
  const before = await read(id)
  expect(await said(id)).toMatch(/^first line0 .* first line5$/)
  const { edit_id } = await bring(id, 0)
  await expect.poll(() => file(id), patiently).toMatch(/<v Ana>We left the harbour\.\n[\s\S]*<v Bo>The fog/)
  await expect.poll(() => embedded(id), patiently).toEqual(TEXTS)
  expect(await found(id, '"harbour"')).toEqual(['We left the harbour.'])

  const second = listener('second')
  await choose(second.choice)
  const other = await add(film, SPEECH)
  await settled(other)
  expect([second.heard.times, await said(id)]).toEqual([1, 'We left the harbour. The fog was bad.'])

  const undone = await send('post', id, '/undo', { edit_id })
  expect(undone.subtitle_word).toEqual(before.subtitle_word)
  await expect.poll(() => embedded(id), patiently).toHaveLength(6)
  await choose(second.choice)
  await expect.poll(() => said(id), patiently).toMatch(/^second line0 .* second line5$/)
  expect(second.heard.times).toBe(2)
  await send('post', id, '/redo', { edit_id })
  await expect.poll(() => file(id), patiently).toMatch(/harbour/)
  await expect.poll(() => embedded(id), patiently).toEqual(TEXTS)
})

test('an import before indexing saves the transcription, and its undo makes up for it', async () => {
  const engine = listener('heard')
  const { add, bring, said, file, embedded, settled, send, speech, read } = await start(engine.choice)
  const id = await add(film, SPEECH)
  const { edit_id } = await bring(id, 0)
  expect(await settled(id)).toMatchObject({ status: 'SUCCESS', speech_note: null })
  expect(await said(id)).toBe('We left the harbour. The fog was bad.')
  // The worker may have begun before the import came.
  expect(engine.heard.lines).toBeLessThan(6)
  expect(await speech(id)).toMatchObject({ engine: null, until: null })
  await expect.poll(() => embedded(id), patiently).toEqual(TEXTS)
  await expect.poll(() => file(id), patiently).toMatch(/harbour/)
  await send('post', id, '/undo', { edit_id })
  await expect.poll(() => said(id), patiently).toMatch(/^heard line0 .* heard line5$/)
  await expect.poll(() => file(id), patiently).toMatch(/heard line0/)
  expect((await read(id)).speakers).toEqual([])
})

test('an import during the first indexing ends the transcription', async () => {
  const rest = Promise.withResolvers<void>()
  const engine = listener('heard', { until: rest.promise })
  const { add, bring, said, settled, send, db, embedded } = await start(engine.choice)
  const id = await add(film, SPEECH)
  await expect.poll(() => said(id), patiently).toContain('heard line1')
  const { edit_id, subtitle_word } = await bring(id, 0)
  expect(subtitle_word).toHaveLength(8)
  rest.resolve()
  await settled(id)
  expect([engine.heard.lines, await said(id)]).toEqual([4, 'We left the harbour. The fog was bad.'])
  await expect.poll(() => embedded(id), patiently).toEqual(TEXTS)
  const engines = await db.selectFrom('cues').select('engine').distinct().where('video_id', '=', id).execute()
  expect(engines).toEqual([{ engine: 'people' }])
  await send('post', id, '/undo', { edit_id })
  await expect.poll(() => said(id), patiently).toMatch(/^heard line0 .* heard line5$/)
})

test('an import that is undone during the first indexing is made up for at its end', async () => {
  const engine = listener('heard')
  const { add, bring, said, settled, send, speech, choose, engines } = await start(engine.choice)
  const text = engines().text.engine
  if (!text) throw new Error('No engine for texts.')
  const rest = Promise.withResolvers<void>()
  const waiting: TextEngine = Object.create(text, {
    embed: {
      async *value(...call: Parameters<TextEngine['embed']>) {
        await rest.promise
        yield* text.embed(...call)
      },
    },
  })
  await choose({ text: { engine: waiting, reason: null, passed_over: [] } })
  const id = await add(film, SPEECH)
  const { edit_id } = await bring(id, 0)
  await expect.poll(() => speech(id), patiently).toMatchObject({ engine: null, until: null })
  expect((await send('post', id, '/undo', { edit_id })).subtitle_word).toEqual([])
  rest.resolve()
  await settled(id)
  await expect.poll(() => said(id), patiently).toMatch(/^heard line0 .* heard line5$/)
})

test('typed lines are among the machine’s after each indexing, and where nobody speaks', async () => {
  const first = listener('first')
  const { add, said, settled, send, choose, file, found, embedded } = await start(first.choice)
  const { id } = await settled(await add(film, SPEECH))
  const silent = (await settled(await add(mute, SPEECH))).id
  const unheard = (await settled(await add(film, SILENT))).id
  const edits = [{ start_time: 12.5, end_time: 13, text: 'A bell.' }]
  for (const video of [id, silent, unheard]) await send('put', video, '', { revision: 0, edits })
  for (const video of [silent, unheard]) {
    expect(await said(video)).toBe('A bell.')
    await expect.poll(() => file(video), patiently).toMatch(/\nA bell\.\n/)
  }
  expect(await said(id)).toMatch(/first line5 A bell\.$/)
  expect(await found(silent, '"bell"')).toEqual(['A bell.'])
  await expect.poll(() => embedded(silent), patiently).toEqual(['A bell.'])
  await choose(listener('second').choice)
  await expect.poll(() => said(id), patiently).toMatch(/^second line0 .* second line5 A bell\.$/)
  await expect.poll(() => embedded(id), patiently).toHaveLength(7)
  await expect.poll(() => file(id), patiently).toMatch(/second line0[\s\S]*\nA bell\.\n/)
  await expect.poll(async () => (await settled(silent)).speech_note, patiently).toBe('The video has no sound.')
  expect(await said(silent)).toBe('A bell.')
})
