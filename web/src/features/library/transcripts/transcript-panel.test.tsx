import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../../seed/answers/videos.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import type { Marker } from '../../../player/player-props.ts'
import { TranscriptPanel } from './transcript-panel.tsx'

const TEXT = 'We put the board up, and the Café stayed. Nobody took the board down.'
const words = TEXT.split(' ').map((word, place) => ({
  word,
  // The second sentence comes after a pause.
  start: place * 0.5 + (place > 8 ? 5 : 0),
  end: place * 0.5 + 0.4 + (place > 8 ? 5 : 0),
}))

const VIDEO = aVideoDetail('v1', 'c1', {
  collection_name: 'Autumn',
  file_name: 'Lane.mp4',
  frame_rate: { num: 25, den: 1 },
  subtitle_word: words,
})
const MARKERS: Marker[] = [
  { id: 'b', number: '2', start_time: 10.1, end_time_inclusive: null, label: 'Ada: too loud' },
  { id: 'a', number: '1', start_time: 1.5, end_time_inclusive: 2, label: 'Jun: hold this' },
]

function clock() {
  const listeners = new Set<() => void>()
  let seconds = 0
  return {
    read: () => ({ seconds }),
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move: (next: number) => {
      seconds = next
      for (const listener of listeners) listener()
    },
  }
}

async function shown(props: Partial<VideoDetail> = {}, markers = MARKERS) {
  const time = clock()
  const onSeek = vi.fn()
  const onMarkerSelect = vi.fn()
  const video = { ...VIDEO, ...props }
  vi.stubGlobal('fetch', async () => Response.json({ tracks: [] }))
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <TranscriptPanel
          {...{ video, onSeek, onMarkerSelect }}
          timing={null}
          onTranscript={() => undefined}
          playhead={time}
          markers={markers}
          selected="b"
        />
      </QueryClientProvider>,
    )
  })
  return { time, onSeek, onMarkerSelect }
}
const word = (place: number) => document.querySelector(`[data-word="${place}"]`) as HTMLElement
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement as Element, { key, ...more })
const stops = () => [...document.querySelectorAll<HTMLElement>('.transcript-words [tabindex="0"]')]
const field = () => screen.getByRole('textbox', { name: 'Search the transcript' })
const search = async (text: string) => {
  await act(async () => fireEvent.change(field(), { target: { value: text } }))
}
const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent)
const current = () => [...document.querySelectorAll('mark[data-current]')].map((mark) => mark.textContent)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a speaker is named before their words, and another speaker begins a paragraph', async () => {
  const said = 'How are you Fine thanks'.split(' ')
  await shown({
    subtitle_word: said.map((text, place) => ({
      word: text,
      start: place,
      end: place + 1,
      speaker: place < 3 ? 1 : 2,
    })),
  })
  const paragraphs = [...document.querySelectorAll('.said')].map((paragraph) =>
    ['.said-by', 'p'].map((part) => paragraph.querySelector(part)?.textContent),
  )
  expect(paragraphs).toEqual([
    ['Speaker 1', expect.stringMatching(/^How are/)],
    ['Speaker 2', expect.stringMatching(/^Fine thanks/)],
  ])
})

test('paragraphs show their time, and a press on a word or a time seeks to it', async () => {
  const { onSeek } = await shown()
  expect([...document.querySelectorAll('time')].map((time) => time.textContent)).toEqual(['0:00', '0:09'])
  fireEvent.click(word(3))
  fireEvent.click(screen.getByRole('button', { name: '0:09' }))
  expect(onSeek.mock.calls).toEqual([[1.5], [9.5]])
})

test('the current word and its paragraph are highlighted, and no word in a long pause', async () => {
  const { time } = await shown()
  time.move(1.6)
  expect(word(3).getAttribute('aria-current')).toBe('true')
  expect(document.querySelectorAll('[data-word][aria-current]')).toHaveLength(1)
  time.move(7)
  expect(document.querySelectorAll('[data-word][aria-current]')).toHaveLength(0)
  expect(document.querySelectorAll('.is-now')).toHaveLength(1)
  time.move(9.6)
  expect(word(9).getAttribute('aria-current')).toBe('true')
  expect([...document.querySelectorAll('.is-now')]).toEqual([word(9).closest('.said')])
})

test('Tab leads to one word, arrow keys to the others, and Enter or Space seeks to it', async () => {
  const { time, onSeek, onMarkerSelect } = await shown()
  expect(stops()).toEqual([word(0)])
  // Tab leads to the current word.
  time.move(1)
  expect(stops()).toEqual([word(2)])
  act(() => word(2).focus())
  expect(screen.getByRole('button', { name: 'the' })).toBe(word(2))
  press('ArrowRight')
  expect(document.activeElement).toBe(word(3))
  press('Enter')
  press(' ')
  expect(onSeek.mock.calls).toEqual([[1.5], [1.5]])
  press('ArrowRight')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Comment 1: Jun: hold this' }))
  fireEvent.click(document.activeElement as Element)
  expect(onMarkerSelect).toHaveBeenCalledExactlyOnceWith('a')
  press('ArrowDown')
  expect(document.activeElement).toBe(word(9))
  press('ArrowUp')
  expect(document.activeElement).toBe(word(0))
  press('ArrowLeft')
  const name = screen.getByRole('button', { name: 'Name the speaker at 0:00' })
  expect(document.activeElement).toBe(name)
  press('ArrowLeft')
  expect(document.activeElement).toBe(name)
  press('End')
  expect(document.activeElement).toBe(word(13))
  // While the reader is at a word, Tab keeps leading to it.
  time.move(2)
  expect(stops()).toEqual([word(13)])
})

test('with Shift, arrow keys change the selected text if there is any', async () => {
  await shown()
  act(() => word(0).focus())
  getSelection()?.selectAllChildren(word(0))
  expect(press('ArrowRight', { shiftKey: true })).toBe(true)
  expect(document.activeElement).toBe(word(0))
  getSelection()?.removeAllRanges()
})

test('an arrow key at the end of the text does not reach the player', async () => {
  await shown()
  act(() => word(0).focus())
  expect(press('ArrowLeft')).toBe(false)
})

test('markers follow the word at their start, and the selected one is marked as such', async () => {
  await shown()
  const marker = screen.getByRole('button', { name: 'Comment 2: Ada: too loud' })
  expect(marker.closest('sup')?.previousElementSibling).toBe(word(10))
  expect(marker.getAttribute('aria-current')).toBe('true')
})

test('search marks its matches, whatever case, accents and punctuation, and wraps around', async () => {
  await shown()
  fireEvent.click(screen.getByRole('button', { name: 'Search the transcript' }))
  expect(await screen.findByRole('textbox', { name: 'Search the transcript' })).toBe(document.activeElement)
  await search('BOARD')
  expect(marks()).toEqual(['board', 'board'])
  expect(screen.getByText('1 of 2')).toBeDefined()
  press('Enter')
  expect(screen.getByText('2 of 2')).toBeDefined()
  expect(document.querySelector('mark[data-current]')?.closest('[data-word]')).toBe(word(12))
  press('Enter')
  expect(screen.getByText('1 of 2')).toBeDefined()
  press('Enter', { shiftKey: true })
  expect(screen.getByText('2 of 2')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Next match' }))
  expect(screen.getByText('1 of 2')).toBeDefined()
  await search('up and the cafe')
  expect(current()).toEqual(['up', 'and', 'the', 'Café'])
  await search('absent')
  expect(screen.getByText('None')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next match' }).disabled).toBe(true)
})

test('Escape clears the search, and closes it when there is nothing to clear', async () => {
  await shown()
  const opener = screen.getByRole('button', { name: 'Search the transcript' })
  fireEvent.click(opener)
  await search('board')
  await act(async () => press('Escape'))
  expect(marks()).toEqual([])
  await act(async () => press('Escape'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('the transcript is copied as text', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  await shown()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Copy or download' }), { key: 'Enter' })
  const copy = within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Copy transcript' })
  await act(async () => fireEvent.click(copy))
  await expect.poll(() => writeText.mock.calls.length).toBeGreaterThan(0)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(
    '[0:00] We put the board up, and the Café stayed.\n\n[0:09] Nobody took the board down.\n',
  )
  vi.unstubAllGlobals()
})

test('the transcript downloads as VTT, SRT and TXT with the name of the video', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined })
  await shown()
  for (const name of ['Subtitles (VTT)', 'Subtitles (SRT)', 'Text (TXT)']) {
    const download = screen.getByRole('button', { name: 'Copy or download' })
    fireEvent.keyDown(download, { key: 'Enter' })
    fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }))
    await waitFor(() => expect(document.activeElement).toBe(download))
  }
  await expect.poll(() => saved).toEqual(['Lane.vtt', 'Lane.srt', 'Lane.txt'])
})

test('following stops when the reader scrolls, and a button resumes it', async () => {
  const { time } = await shown()
  const around = document.querySelector('.transcript-words') as HTMLElement
  Object.defineProperties(around, { scrollHeight: { value: 2000 }, clientHeight: { value: 400 } })
  const box = (top: number, height: number) => ({ top, height, bottom: top + height }) as DOMRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this === around ? box(0, 400) : box(450, 20)
  })
  const scrollTo = vi.fn()
  Object.assign(around, { scrollTo })
  time.move(1)
  expect(scrollTo).toHaveBeenCalledTimes(1)
  expect(scrollTo.mock.calls[0]?.[0].top).toBeCloseTo(450 - 400 / 3)
  fireEvent.wheel(around)
  time.move(2)
  expect(scrollTo).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Follow' }))
  expect(scrollTo).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
})

test('following stops when the reader selects text, which would otherwise scroll away', async () => {
  await shown()
  const around = document.querySelector('.transcript-words') as HTMLElement
  Object.defineProperties(around, { scrollHeight: { value: 2000 }, clientHeight: { value: 400 } })
  const select = (from: Node, to: Node) => {
    getSelection()?.setBaseAndExtent(from, 0, to, 1)
    fireEvent(document, new Event('selectionchange'))
  }
  select(screen.getByRole('heading', { name: 'Transcript' }), word(3))
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  getSelection()?.collapse(word(1))
  fireEvent(document, new Event('selectionchange'))
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  select(word(1), word(3))
  expect(screen.getByRole('button', { name: 'Follow' })).toBeDefined()
  getSelection()?.removeAllRanges()
})

test('a press on selected text does not seek, but times and numbers still work', async () => {
  const { onSeek, onMarkerSelect } = await shown()
  getSelection()?.selectAllChildren(word(3))
  fireEvent.click(word(3))
  expect(onSeek).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '0:09' }))
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(words[9]?.start)
  fireEvent.click(screen.getByRole('button', { name: 'Comment 1: Jun: hold this' }))
  expect(onMarkerSelect).toHaveBeenCalledExactlyOnceWith('a')
  getSelection()?.removeAllRanges()
})

test.each<[string, Partial<VideoDetail>, RegExp]>([
  ['not transcribed', { speech_note: 'No speech engine is installed.' }, /not transcribed\.No speech engine/],
  ['being indexed', { status: 'PROCESSING_SPEECH', status_percentage: 41.7 }, /on its way.*41% of it is done/],
  ['failed', { status: 'FAILED', error: 'This kind of video is not supported.' }, /no transcript\.This kind/],
  ['expired', { can: { ...VIDEO.can, open: false } }, /has expired/],
  ['silent', {}, /No speech was found/],
])('a video without a transcript says why: %s', async (_, props, words) => {
  await shown({ ...props, subtitle_word: [] })
  expect((await screen.findByRole('status')).textContent).toMatch(words)
  const buttons = screen
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(buttons.filter((name) => name !== 'Add subtitles' && name !== 'Type a line')).toEqual([])
})

test('comments at one word are one marker, and each press selects the next of them', async () => {
  const many = Array.from({ length: 74 }, (_, place): Marker => {
    return {
      id: `m${place + 1}`,
      number: String(place + 1),
      start_time: 10.1,
      end_time_inclusive: null,
      label: 'Ada: here',
    }
  })
  const { onMarkerSelect } = await shown({}, many)
  const marks = [...document.querySelectorAll<HTMLElement>('[data-marker]')]
  expect(marks.map((mark) => [mark.textContent, mark.getAttribute('aria-label')])).toEqual([['1–74', 'Comments 1–74']])
  fireEvent.click(marks[0]!)
  expect(onMarkerSelect).toHaveBeenCalledExactlyOnceWith('m1')
})

test('words that may be wrong are pale and marked, with a note for a film in another language', async () => {
  await shown({
    subtitle_word: [...words.slice(0, 9), ...words.slice(9).map((word) => ({ ...word, unsure: true }))],
    speech_note: 'This is not English as far as Footnote can hear.',
  })
  expect(screen.getByRole('note').textContent).toBe('This is not English as far as Footnote can hear.')
  const mark = screen.getByText('unsure')
  expect(mark.closest('.said')?.textContent).toMatch(/unsure\s*Nobody took/)
  expect(screen.getAllByText('unsure')).toHaveLength(1)
})

test('a transcript ends with the name of the engine that came with Footnote', async () => {
  await shown({ transcript_engine: 'Moonshine base' })
  expect(screen.getByText('Transcribed by Moonshine base.')).toBeTruthy()
})
