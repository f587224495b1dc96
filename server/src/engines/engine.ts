import type { SpeechModelName } from '../platform/settings.ts'
import type { OcrModelName } from './models/catalogue/ocr-models.ts'
import type { ModelFolder } from './models/places.ts'

/** What every engine says of itself; stored beside whatever it finds, so that a newer engine can index beside it. */
export interface EngineIdentity {
  /** Stable id, changed whenever the engine's output changes, for example `concepts-1`. */
  readonly id: string
  /** What a person reads on the page, for example 'PP-OCRv4'. */
  readonly name: string
}

/** A decoded frame taken at a time, written as a picture file in the job's own folder. */
export interface Sample {
  /** Seconds from the start of the video. */
  readonly time: number
  /** Number of the shot it belongs to, from 0. */
  readonly shot: number
  /** Path of a JPEG of at most 1280 px width. */
  readonly file: string
}

/** A rectangle as shares (0 to 1) of the picture's width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Something seen in a sample, in words that a query can be matched with. */
export interface Concept {
  /** Lower-case noun or attribute, for example 'bottle', 'woman', 'smiling', 'black and white', 'close-up'. */
  readonly name: string
  /** Which question of the picture it answers. */
  readonly kind: 'object' | 'person' | 'face' | 'hand' | 'pose' | 'colour' | 'light' | 'tone' | 'shot' | 'scene'
  /** 0 to 1, the engine's own confidence. */
  readonly confidence: number
  /** Where it is; absent for what holds for the whole picture. */
  readonly box?: Box
  /** Dominant colours inside the box, most frequent first. */
  readonly colours?: readonly string[]
}

/** What a visual engine says of one sample. A concepts engine fills `concepts` and `descriptor`; an embedding engine fills `vector`, and may add concepts. */
export interface SampleDescription {
  readonly time: number
  readonly concepts: readonly Concept[]
  /** Unit-length embedding comparable by cosine with the engine's query vectors; absent for engines without. */
  readonly vector?: Float32Array
  /** Numbers that a reference image is compared by where there is no embedding (colour histogram, layout), unit length. */
  readonly descriptor?: Float32Array
}

/** What a reference image is compared with samples by. */
export type ReferenceDescription = Pick<SampleDescription, 'vector' | 'descriptor'>

/**
 * How near texts come to the pictures that they describe: by the scale and the bias of the model's own sigmoid, and a cosine below which
 * pairs have nothing to do with each other; or by the cosines of unrelated and of matching pairs.
 */
export type CosineScale =
  | { readonly scale: number; readonly bias: number; readonly floor: number }
  | { readonly unrelated: number; readonly matching: number }

/** Turns pictures into concepts or vectors. */
export interface VisualEngine extends EngineIdentity {
  /** Length of `vector`, or null for an engine without embeddings. */
  readonly dimensions: number | null
  /** What the cosine of a picture with a text says; null without embeddings. */
  readonly cosines: CosineScale | null
  /** Describes samples in the order given, yielding as it goes. */
  describe(samples: Iterable<Sample> | AsyncIterable<Sample>, signal?: AbortSignal): AsyncIterable<SampleDescription>
  /** Describes a picture that somebody asks with, and waits for. */
  describeReference(file: string): Promise<ReferenceDescription>
  /** Embeds a text query; null for an engine without embeddings. */
  embedText(text: string): Promise<Float32Array | null>
  /** Seconds that a sample took when the engine was tried on this machine, for estimates before it has done any work. */
  secondsASample?(): Promise<number>
  close(): Promise<void>
}

/** One spoken word. Times in seconds from the start of the video. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
  /** 0 to 1. */
  readonly confidence: number
}

/** A line of speech that is searched, with its words. Subtitles are made of the words alone. */
export interface Cue {
  readonly start: number
  readonly end: number
  readonly text: string
  /** BCP 47 language tag, for example 'en'; 'und' where the engine does not tell. */
  readonly language: string
  readonly words: readonly Word[]
  /** Who speaks, counted from 1 in the order of their first words; absent where voices were not told apart. */
  readonly speaker?: number
}

/** The first part of a sound, and what was said in it. */
export interface Heard {
  /** Seconds from the start. */
  readonly until: number
  readonly cues: readonly Cue[]
}

/** What an engine is told of a sound, and whom it tells. */
export interface Listening {
  /** Spoken language, one of the engine's; null: the engine finds out. */
  readonly language?: string | null
  /** What the same engine has heard of the same sound before, in the same language: it goes on after that, as if it had not stopped. */
  readonly heard?: Heard | null
  /**
   * Called, and waited for, when all cues that end before a time have been yielded.
   * @param until seconds; what `heard` may say later
   */
  readonly onHeard?: (until: number) => Promise<void>
  /** Called with the share done, 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Told in a sentence what would have helped, and could not be used. */
  readonly onRemark?: (sentence: string) => void
  readonly signal?: AbortSignal
}

/** Turns sound into cues. */
export interface SpeechEngine extends EngineIdentity {
  /** BCP 47 tags of what it understands. */
  readonly languages: readonly string[]
  /** Transcribes a 16 kHz mono 16-bit WAV file, in the order of time. @param file its path */
  transcribe(file: string, listening?: Listening): AsyncIterable<Cue>
  close(): Promise<void>
}

/** A line of text found in a picture. */
export interface TextLine {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  readonly box: Box
}

/** Text that stood on the screen from start to end (seconds), equal on successive samples. */
export interface TextSpan {
  readonly start: number
  readonly end: number
  /** Lines from top to bottom, joined with line feeds. */
  readonly text: string
  /** Mean of its lines, 0 to 1. */
  readonly confidence: number
  /** Of each line of the text, 0 to 1. */
  readonly line_confidences: readonly number[]
}

/** Reads text from pictures. */
export interface OcrEngine extends EngineIdentity {
  read(file: string, signal?: AbortSignal): Promise<TextLine[]>
  close(): Promise<void>
}

/** What a text is to a search: asked with, or searched. */
export type TextRole = 'query' | 'passage'

/** Turns texts into vectors that lie near each other where one answers the other, whatever their words and languages. */
export interface TextEngine extends EngineIdentity {
  /** Length of each vector. */
  readonly dimensions: number
  /** BCP 47 tags of what it understands; null for what its model was trained on, about a hundred. */
  readonly languages: readonly string[] | null
  /** Cosines of a query with a passage that has nothing to do with it, and with one that answers it. */
  readonly cosines: { readonly unrelated: number; readonly matching: number }
  /** Embeds texts in the order given, yielding as it goes. @returns vectors of unit length, of zeros for texts that say nothing to it */
  embed(texts: readonly string[], role: TextRole, signal?: AbortSignal): AsyncIterable<Float32Array>
  close(): Promise<void>
}

/** Where engines find their weights. */
export interface ModelFolders {
  /**
   * @param name of the catalogue, for example `siglip2-base`
   * @returns path of a folder that holds all files of the model, each verified; or a sentence that says why there is none
   */
  folder(name: string): Promise<ModelFolder>
  /** Path of a folder that what this machine has measured of models is kept in. */
  readonly records: string
}

/** Models that somebody asked for by their names in the catalogue. */
export interface AskedModels {
  /** What transcribes speech, the first where it can run; the usual order where nothing is asked for. */
  readonly speech_model?: SpeechModelName | null
  /** What reads on-screen text; the packaged model where nothing is asked for. */
  readonly ocr_model?: OcrModelName | null
}

/** What engines are opened with; paths, names and numbers only, read from the configuration by the caller. */
export interface EngineSettings extends AskedModels {
  /** Threads that one engine uses where it has no better number of its own. */
  readonly threads: number
  readonly models: ModelFolders
}

/** What a person is told of weights that an engine reads. */
export interface ModelCredit {
  /** For example 'SigLIP2 base 16/256'. */
  readonly title: string
  /** SPDX identifier, or the name of its makers' own terms. */
  readonly licence: string
  /** Who made them. */
  readonly by: string
}

/** One engine that the product knows, whether or not this machine can run it. */
export interface EngineEntry<E extends EngineIdentity> extends EngineIdentity {
  /** The weights that it reads, its own first. */
  readonly models?: readonly ModelCredit[]
  /** Languages (BCP 47) that it knows, of an engine of speech. */
  readonly languages?: readonly string[]
  /** Null when this machine can run it, else a sentence that says why not and can be shown to a person. */
  obstacle(settings: EngineSettings): Promise<string | null>
  open(settings: EngineSettings): E
}
