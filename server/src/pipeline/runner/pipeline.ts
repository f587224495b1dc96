import { ocr_embedding, speech_embedding } from '../stages/embed-lines.ts'
import { ocr } from '../stages/ocr.ts'
import { rendition } from '../stages/rendition.ts'
import { samples } from '../stages/samples.ts'
import { speech } from '../stages/speech.ts'
import type { Stage } from '../stages/stage.ts'
import { validate } from '../stages/validate.ts'
import { visual } from '../stages/visual.ts'
import { charge } from './charge.ts'

/** How a video is indexed, in order. What does not need each other runs side by side. */

/** Is it a video that we may index? Short, so that a bad file is told at once and a good one plays early. */
export const VALIDATION: readonly Stage[] = [validate, charge, rendition]

/** What is said, seen and written in it? Each becomes searchable part by part. */
export const PROCESSING: readonly Stage[] = [speech, speech_embedding, samples, visual, ocr, ocr_embedding]

/** Percentage that a video has when it is valid and waits for its turn. */
export const VALID = 5
