import type { Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import type { Paragraph } from '../paragraphs.ts'

/** A paragraph that somebody edits. Other people's edits move its words, but not its interval. Seconds. */
export interface OpenField {
  readonly start: number
  readonly end: number
  /** The words that the person saw. */
  readonly words: Words
  /** The one of them to select first, from 0. */
  readonly word: number
}

/** What calls that change a transcript need from the page. The same object each time, so that it causes no rendering. */
export interface Editing {
  readonly video_id: string
  /** The newest transcript that the page has. */
  readonly latest: () => Pick<Transcript, 'revision' | 'subtitle_word'>
  /** Shows the transcript that a call answered. */
  readonly take: (transcript: Transcript) => void
  /** Takes a field away. @param by_key whether its word gets the focus */
  readonly close: (field: OpenField, by_key: boolean) => void
  /** Undoes the last change of this person; null when there is none. */
  undo: (() => void) | null
}

/** What changes the transcript of a page, and the words that are in it. */
export interface TranscriptSource {
  readonly video: VideoDetail
  readonly onTranscript: (transcript: Transcript) => void
}

/**
 * The fields that are open in a transcript.
 * @param onClose called when a key has closed a field, and its words are back
 */
export function useEditing({ video, onTranscript }: TranscriptSource, onClose: (field: OpenField) => void) {
  const [fields, setFields] = useState<readonly OpenField[]>([])
  const latest = useLatest({ video, onTranscript, onClose })
  const left = useRef<OpenField>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text is back in the place of the field
  useEffect(() => {
    if (left.current) latest.current.onClose(left.current)
    left.current = null
  }, [fields])
  const [editing] = useState<Editing>(() => ({
    video_id: video.id,
    latest: () => {
      const { transcript_revision: revision, subtitle_word } = latest.current.video
      return { revision, subtitle_word }
    },
    take: (transcript) => latest.current.onTranscript(transcript),
    close: (field, by_key) => {
      setFields((open) => open.filter((one) => one !== field))
      if (by_key) left.current = field
    },
    undo: null,
  }))
  return {
    fields,
    editing,
    /** Makes a paragraph a field. @param place index of the word to select in it */
    begin: (words: Words, { from, to, start }: Paragraph, place: number) => {
      const said = words.slice(from, to)
      const end = said.reduce((most, word) => Math.max(most, word.end), start)
      setFields((shown) => {
        const known = shown.some((field) => field.start < end && field.end > start)
        return known ? shown : [...shown, { start, end, words: said, word: place - from }]
      })
    },
  }
}
