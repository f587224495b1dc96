import { ocr_embedding, speech_embedding } from '../stages/embed-lines.ts'
import { ocr } from '../stages/ocr.ts'
import { rendition } from '../stages/rendition.ts'
import { samples } from '../stages/samples.ts'
import { speech } from '../stages/speech.ts'
import type { Stage } from '../stages/stage.ts'
import { validate } from '../stages/validate.ts'
import { visual } from '../stages/visual.ts'
import { charge } from './charge.ts'

/** The stages of indexing, in order. Independent ones run in parallel. */

/**
 * Whether we may index the video. These stages are short, so that a bad file is reported soon and a good one plays
 * early.
 */
export const VALIDATION: readonly Stage[] = [validate, charge, rendition]

/** Indexing of speech, pictures and on-screen text. Each becomes searchable part by part. */
export const PROCESSING: readonly Stage[] = [speech, speech_embedding, samples, visual, ocr, ocr_embedding]

/** Percentage that a video has when it is valid and waits for its turn. */
export const VALID = 5
