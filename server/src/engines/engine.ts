import type { SpeechModelName } from '../platform/settings.ts'
import type { OcrModelName } from './models/catalogue/ocr-models.ts'
import type { ModelFolder } from './models/places.ts'

/** The identity of an engine. It is stored with the results, so that a newer engine can index beside it. */
export interface EngineIdentity {
  /** Stable id. It changes whenever the engine's output changes, for example `concepts-1`. */
  readonly id: string
  /** Name for people, for example 'PP-OCRv4'. */
  readonly name: string
}

/** A frame of the video, decoded into a picture file in the job's own folder. */
export interface Sample {
  /** Seconds from the start of the video. */
  readonly time: number
  /** Number of the shot it belongs to, from 0. */
  readonly shot: number
  /** Path of a JPEG of at most 2560 px on its long side. */
  readonly file: string
}

/** A rectangle as shares (0 to 1) of the picture's width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Something visible in a sample, in words that match queries. */
export interface Concept {
  /** Lower-case noun or attribute, for example 'bottle', 'woman', 'smiling', 'black and white', 'close-up'. */
  readonly name: string
  /** The aspect of the picture that the concept describes. */
  readonly kind: 'object' | 'person' | 'face' | 'hand' | 'pose' | 'colour' | 'light' | 'tone' | 'shot' | 'scene'
  /** 0 to 1, the engine's own confidence. */
  readonly confidence: number
  /** Its place; absent for concepts of the whole picture. */
  readonly box?: Box
  /** Dominant colours inside the box, most frequent first. */
  readonly colours?: readonly string[]
}

/**
 * The description of one sample. A concepts engine fills `concepts` and `descriptor`; an embedding engine fills
 * `vector`, and may add concepts.
 */
export interface SampleDescription {
  readonly time: number
  readonly concepts: readonly Concept[]
  /** Unit-length embedding, comparable by cosine with query vectors; absent for engines without embeddings. */
  readonly vector?: Float32Array
  /** Unit-length numbers that compare pictures without an embedding: colour histogram and layout. */
  readonly descriptor?: Float32Array
}

/** The parts of a description that compare a reference image with samples. */
export type ReferenceDescription = Pick<SampleDescription, 'vector' | 'descriptor'>

/**
 * How to read the cosine of a text and a picture: by the scale and bias of the model's sigmoid, with a cosine below
 * which pairs are unrelated, or by the cosines of unrelated and of matching pairs.
 */
export type CosineScale =
  | { readonly scale: number; readonly bias: number; readonly floor: number }
  | { readonly unrelated: number; readonly matching: number }

/** Turns pictures into concepts or vectors. */
export interface VisualEngine extends EngineIdentity {
  /** Length of `vector`, or null for an engine without embeddings. */
  readonly dimensions: number | null
  /** How to read the cosine of a picture with a text; null without embeddings. */
  readonly cosines: CosineScale | null
  /** Describes samples in the given order, and yields each result as soon as it is ready. */
  describe(samples: Iterable<Sample> | AsyncIterable<Sample>, signal?: AbortSignal): AsyncIterable<SampleDescription>
  /** Describes a reference picture for a person who waits. */
  describeReference(file: string): Promise<ReferenceDescription>
  /** Embeds a text query; null for an engine without embeddings. */
  embedText(text: string): Promise<Float32Array | null>
  /** Seconds per sample in this machine's trial of the engine, for estimates before its first work. */
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

/** A line of speech, the unit of search, with its words. Subtitles are made from the words alone. */
export interface SpokenLine {
  readonly start: number
  readonly end: number
  readonly text: string
  /** BCP 47 language tag, for example 'en'; 'und' if the engine does not know. */
  readonly language: string
  readonly words: readonly Word[]
  /** Speaker, counted from 1 in the order of first words; absent if the engine does not distinguish voices. */
  readonly speaker?: number
  /** Whether the words may be wrong altogether: another language, noise, or a loop. Absent if not. */
  readonly unsure?: boolean
}

/** The transcript of the first part of a sound. */
export interface TranscriptStart {
  /** Seconds from the start. */
  readonly until: number
  readonly cues: readonly SpokenLine[]
}

/** Options and callbacks of a transcription. */
export interface Listening {
  /** Spoken language, one of the engine's; null: the engine detects it. */
  readonly language?: string | null
  /**
   * An earlier partial transcript of this sound by the same engine in the same language. The engine continues after it,
   * with the same result as without a break.
   */
  readonly heard?: TranscriptStart | null
  /**
   * Called and awaited after all cues that end before a time were yielded.
   * @param until seconds; a later run may pass it as `heard.until`
   */
  readonly onHeard?: (until: number) => Promise<void>
  /** Called with the completed share, 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Called with a sentence about an optional part that could not be used. */
  readonly onRemark?: (sentence: string) => void
  readonly signal?: AbortSignal
}

/** Transcribes sound. */
export interface SpeechEngine extends EngineIdentity {
  /** BCP 47 tags of the languages that it transcribes. */
  readonly languages: readonly string[]
  /** Transcribes a 16 kHz mono 16-bit WAV file, and yields cues in order of time. @param file its path */
  transcribe(file: string, listening?: Listening): AsyncIterable<SpokenLine>
  close(): Promise<void>
}

/** A line of text in a picture. */
export interface WrittenLine {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  readonly box: Box
}

/** Text on the screen from start to end (seconds), equal on successive samples. */
export interface TextSpan {
  readonly start: number
  readonly end: number
  /** Lines from top to bottom, joined with line feeds. */
  readonly text: string
  /** Mean of its lines, 0 to 1. */
  readonly confidence: number
  /** Confidence of each line, 0 to 1. */
  readonly line_confidences: readonly number[]
}

/** Reads text from pictures. */
export interface OcrEngine extends EngineIdentity {
  read(file: string, signal?: AbortSignal): Promise<WrittenLine[]>
  close(): Promise<void>
}

/** The role of a text in a search: the query, or a searched passage. */
export type TextRole = 'query' | 'passage'

/** Embeds texts so that a question and its answers are close, whatever their words and languages. */
export interface TextEngine extends EngineIdentity {
  /** Length of each vector. */
  readonly dimensions: number
  /** BCP 47 tags of the languages that it embeds; null for all that its model was trained on, about a hundred. */
  readonly languages: readonly string[] | null
  /** Cosines of a query with an unrelated passage, and with one that answers it. */
  readonly cosines: { readonly unrelated: number; readonly matching: number }
  /** Share of a text's words that the model knows, 0 to 1. Vectors of other words are near each other by chance. */
  understands(text: string): number
  /**
   * Embeds texts in the given order, and yields each as soon as it is ready.
   * @returns unit vectors; zeros for texts that it cannot embed
   */
  embed(texts: readonly string[], role: TextRole, signal?: AbortSignal): AsyncIterable<Float32Array>
  close(): Promise<void>
}

/** The folders of engines' weights. */
export interface ModelFolders {
  /**
   * @param name of the catalogue, for example `siglip2-base`
   * @returns path of a folder with all verified files of the model; or a sentence that says why there is none
   */
  folder(name: string): Promise<ModelFolder>
  /** Folder in which this machine stores its measurements of models. */
  readonly records: string
}

/** Models that the settings request by their names in the catalogue. */
export interface AskedModels {
  /** The speech model to prefer if it can run; null for the default order. */
  readonly speech_model?: SpeechModelName | null
  /** The model for on-screen text; null for the packaged one. */
  readonly ocr_model?: OcrModelName | null
}

/** Settings of all engines. The caller reads them from the configuration: only paths, names and numbers. */
export interface EngineSettings extends AskedModels {
  /** Threads per engine, unless the engine has a better number of its own. */
  readonly threads: number
  readonly models: ModelFolders
}

/** Facts about an engine's weights for people. */
export interface ModelCredit {
  /** For example 'SigLIP2 base 16/256'. */
  readonly title: string
  /** SPDX identifier, or the name of the makers' own terms. */
  readonly licence: string
  /** The makers. */
  readonly by: string
}

/** An engine that the product knows, whether or not this machine can run it. */
export interface EngineEntry<E extends EngineIdentity> extends EngineIdentity {
  /** Its models, the engine's own first. */
  readonly models?: readonly ModelCredit[]
  /**
   * Languages (BCP 47) of a speech or text engine; null for all that its model was trained on, about a hundred; absent
   * where languages do not matter.
   */
  readonly languages?: readonly string[] | null
  /**
   * Names in the catalogue of the models whose files decide its answers; absent for an engine whose weights come with
   * the packages.
   */
  readonly weights?: readonly string[]
  /** Null when this machine can run the engine, else the reason in a sentence for people. */
  obstacle(settings: EngineSettings): Promise<string | null>
  open(settings: EngineSettings): E
}
