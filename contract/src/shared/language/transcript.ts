import * as z from 'zod/mini'

/** One spoken word; seconds. Speakers are counted from 1, if the engine separates voices or a person named one. */
export const SubtitleWord = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  speaker: z.optional(z.number()),
  /**
   * What the engine heard, if somebody edited the word. Neighbours that were edited together have the same text. Empty
   * where the engine heard nothing.
   */
  original: z.optional(z.string()),
  /**
   * Whether its whole line may be wrong: another language, noise, or a loop. No search, subtitle or export has the word
   * until somebody edits it.
   */
  unsure: z.optional(z.boolean()),
})

/** The name that a person gave to a speaker of a transcript. */
export const SpeakerName = z.object({ speaker: z.number(), name: z.string() })
export type SpeakerName = z.infer<typeof SpeakerName>

/** The transcript has another revision: read it. `file` says that the subtitle file has this revision too. */
export const TranscriptEvent = z.object({ revision: z.number(), file: z.boolean() })
export type TranscriptEvent = z.infer<typeof TranscriptEvent>
