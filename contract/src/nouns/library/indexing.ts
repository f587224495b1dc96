import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, requiredText } from '../../calls/fields.ts'

/** State of a model on the machines that index; when they differ, on the one that has least of it. */
export const ModelState = z.object({
  /** Name to download it by, for example `siglip2-base`. */
  name: z.string(),
  title: z.string(),
  /** `unasked`: it is not on the machine, and is downloaded as soon as an admin asks. */
  state: z.enum(['missing', 'unasked', 'downloading', 'ready', 'failed']),
  /** Downloaded share of its bytes, 0 to 1. */
  share: z.number(),
  /** Bytes of all its files. */
  bytes: z.number(),
  /** Why it is missing or failed; or which of its files have no published hash, so that the first download set it. */
  detail: z.nullable(z.string()),
})
export type ModelState = z.infer<typeof ModelState>

/** Kinds of engines: pictures, speech, text on the screen, and the meaning of texts. */
export const ENGINE_KINDS = ['visual', 'speech', 'ocr', 'text'] as const
const EngineKind = z.enum(ENGINE_KINDS)
export type EngineKind = z.infer<typeof EngineKind>

/** How many words (speech) or answers were wrong, of how many. */
const Figures = { wrong: z.int(), of: z.int() }
/**
 * What a downloaded engine answered to questions about the sample films, whose answers are known. It is used once it has
 * passed.
 */
export const EngineExamination = z.object({
  /** Id of the engine. */
  engine: z.string(),
  kind: EngineKind,
  name: z.string(),
  /** `waits`: it could not be examined yet, for the reason below. */
  state: z.enum(['running', 'waits', 'passed', 'refused']),
  /** Null before it has answered. */
  figures: z.nullable(z.object(Figures)),
  /** The engine that it would replace, by the same questions; null if there is none. */
  before: z.nullable(z.object({ name: z.string(), ...Figures })),
  /** A sentence; null unless it was refused or could not be examined. */
  reason: z.nullable(z.string()),
  /** An admin chose to use it anyway. */
  allowed: z.boolean(),
})
export type EngineExamination = z.infer<typeof EngineExamination>

export const models = endpointsOf('Models', {
  list: {
    method: 'GET',
    path: '/api/models',
    access: 'user',
    summary: 'State of each model of the learned engines on the machines that index; for admins',
    response: z.object({ models: z.array(ModelState) }),
  },
  download: {
    method: 'POST',
    path: '/api/models/download',
    access: 'session',
    summary: 'Download the default models on every machine, now and whenever one is missing; for admins',
    response: z.object({ message: z.string() }),
  },
  allow: {
    method: 'POST',
    path: '/api/models/allow',
    access: 'session',
    summary: 'Use an engine although its examination refused it, or no longer; for admins',
    body: z.object({
      /** Id of an engine in the overview of indexing. */
      engine: requiredText('An engine is required', 100),
      /** False takes it back. */
      allowed: z.boolean(),
    }),
    response: z.object({ message: z.string() }),
  },
})

/** Stages that can run again on an indexed video, each with the kind of engine that it needs; decoding needs none. */
export const STAGE_KINDS = {
  speech: 'speech',
  samples: null,
  visual: 'visual',
  ocr: 'ocr',
  speech_embedding: 'text',
  ocr_embedding: 'text',
} as const satisfies Readonly<Record<string, EngineKind | null>>
export type DueStage = keyof typeof STAGE_KINDS
export const DUE_STAGES = Object.keys(STAGE_KINDS) as [DueStage, ...DueStage[]]
const DueStage = z.enum(DUE_STAGES)

/** The engine of a kind that machines use, and the better ones that they could not use. */
export const ChosenEngine = z.object({
  kind: EngineKind,
  /** Null when there is no engine of this kind. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Why there is none. */
  reason: z.nullable(z.string()),
  /** The models that it uses, their licences and makers. */
  models: z.array(z.object({ title: z.string(), licence: z.string(), by: z.string() })),
  /** Seconds of work for a second of video; null before it is measured. */
  pace: z.nullable(z.number()),
  /** Engines that would be better but cannot run, best first. */
  passed_over: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Number of machines that use it. */
  machines: z.int(),
})
export type ChosenEngine = z.infer<typeof ChosenEngine>

/** Progress of the company's videos in one stage. Each video is searched through one engine at a time. */
export const StageProgress = z.object({
  stage: DueStage,
  /** Number of videos by the engine that they are searched through. */
  engines: z.array(z.object({ name: z.string(), videos: z.int(), chosen: z.boolean() })),
  /** Videos to index again. */
  to_do: z.int(),
})
export type StageProgress = z.infer<typeof StageProgress>

const VideoName = { video_id: z.string(), video_name: z.string(), collection_id: z.string() }

/** A stage that runs on a video now. */
export const RunningStage = z.object({ ...VideoName, stage: DueStage, percentage: z.number() })
export type RunningStage = z.infer<typeof RunningStage>

/** A stage that failed too often on a video; its earlier results stay searchable. */
export const FailedStage = z.object({
  ...VideoName,
  stage: DueStage,
  /** A sentence for admins. */
  error: z.string(),
  errors: z.int(),
})
export type FailedStage = z.infer<typeof FailedStage>

export const Indexing = z.object({
  engines: z.array(ChosenEngine),
  /** Of the engines that machines have downloaded, by their newest files. */
  examinations: z.array(EngineExamination),
  models: z.array(ModelState),
  progress: z.array(StageProgress),
  /** True: the company's indexed videos are not indexed again for now. */
  paused: z.boolean(),
  /** Videos to index again, without those that failed too often. */
  videos_left: z.int(),
  /** Seconds that the rest will take; null while nothing of it is measured. */
  seconds_left: z.nullable(z.number()),
  /** Kinds that `seconds_left` leaves out because their engine is not measured yet. */
  not_measured: z.array(EngineKind),
  running: z.array(RunningStage),
  failures: z.array(FailedStage),
  /** Videos that are indexed for the first time; they go before the others. */
  new_videos: z.object({
    waiting: z.int(),
    running: z.array(z.object({ ...VideoName, percentage: z.number() })),
  }),
})
export type Indexing = z.infer<typeof Indexing>

const Message = z.object({ message: z.string() })
export const indexing = endpointsOf('Indexing', {
  overview: {
    method: 'GET',
    path: '/api/indexing',
    access: 'user',
    summary: 'Engines, models, and how much of your videos and the samples they have indexed; for admins',
    response: Indexing,
  },
  pause: {
    method: 'POST',
    path: '/api/indexing/pause',
    access: 'session',
    summary: 'Pause indexing videos again; new videos are still indexed; for admins',
    response: Message,
  },
  resume: {
    method: 'POST',
    path: '/api/indexing/resume',
    access: 'session',
    summary: 'Resume indexing videos again; for admins',
    response: Message,
  },
  retry: {
    method: 'POST',
    path: '/api/indexing/retry',
    access: 'session',
    summary: 'Retry the stages that failed too often on a video; for admins',
    body: z.object({ video_id: Id }),
    response: Message,
  },
})
