import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id } from '../calls/fields.ts'

/** What the machines that index have of a model; where they differ, of the one that has least. */
export const ModelState = z.object({
  /** Name by which it is fetched, for example `siglip2-base`. */
  name: z.string(),
  title: z.string(),
  /** `unasked`: it is not here, and comes as soon as somebody asks for it. */
  state: z.enum(['missing', 'unasked', 'downloading', 'ready', 'failed']),
  /** Of its bytes, 0 to 1. */
  share: z.number(),
  /** Bytes of all its files. */
  bytes: z.number(),
  /** Why it is missing or failed, or which files were pinned at their first fetch, since nobody has published their hash. */
  detail: z.nullable(z.string()),
})
export type ModelState = z.infer<typeof ModelState>

export const models = {
  list: endpoint({
    method: 'GET',
    path: '/api/models',
    access: 'user',
    tag: 'Models',
    summary: 'What the machines that index have of the models of learned engines; for admins',
    response: z.object({ models: z.array(ModelState) }),
  }),
  download: endpoint({
    method: 'POST',
    path: '/api/models/download',
    access: 'session',
    tag: 'Models',
    summary:
      'Download the models that engines read by default, on every machine, now and whenever one is missing; for admins',
    response: z.object({ message: z.string() }),
  }),
}

/** Kinds of engines: what shows, what is said, what is written, and what texts mean. */
export const ENGINE_KINDS = ['visual', 'speech', 'ocr', 'text'] as const
const EngineKind = z.enum(ENGINE_KINDS)
export type EngineKind = z.infer<typeof EngineKind>

/** Stages of indexing that may run again on a video that is indexed, with the kind of engine that each needs; decoding needs none. */
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

/** An engine that the machines that index have chosen, and those that they would rather have. */
export const ChosenEngine = z.object({
  kind: EngineKind,
  /** Null where there is none. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Why there is none. */
  reason: z.nullable(z.string()),
  /** Weights that it reads, under which licence, and who made them. */
  models: z.array(z.object({ title: z.string(), licence: z.string(), by: z.string() })),
  /** Seconds of work that a second of video took; null where it has not been measured yet. */
  pace: z.nullable(z.number()),
  /** Best first. */
  passed_over: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** How many machines have chosen so. */
  machines: z.int(),
})
export type ChosenEngine = z.infer<typeof ChosenEngine>

/** How far the videos of a company are in a stage: all stand on some engine, and answer by it. */
export const StageProgress = z.object({
  stage: DueStage,
  /** Videos by the engine that answers for them. */
  engines: z.array(z.object({ name: z.string(), videos: z.int(), chosen: z.boolean() })),
  /** Videos that are to be indexed again. */
  to_do: z.int(),
})
export type StageProgress = z.infer<typeof StageProgress>

const VideoName = { video_id: z.string(), video_name: z.string(), collection_id: z.string() }

/** A stage of a video that somebody works on. */
export const RunningStage = z.object({ ...VideoName, stage: DueStage, percentage: z.number() })
export type RunningStage = z.infer<typeof RunningStage>

/** A stage of a video that failed too often; what was found before answers. */
export const FailedStage = z.object({
  ...VideoName,
  stage: DueStage,
  /** A sentence. */
  error: z.string(),
  errors: z.int(),
})
export type FailedStage = z.infer<typeof FailedStage>

export const Indexing = z.object({
  engines: z.array(ChosenEngine),
  models: z.array(ModelState),
  progress: z.array(StageProgress),
  /** Whether the videos of the company are not indexed again for now. */
  paused: z.boolean(),
  /** Videos that are to be indexed again, those that failed too often left out. */
  videos_left: z.int(),
  /** Seconds that this will take; null where nothing of it has been measured yet. */
  seconds_left: z.nullable(z.number()),
  /** Kinds whose part of the work is not in that time, as their engine has not been measured yet. */
  not_measured: z.array(EngineKind),
  running: z.array(RunningStage),
  failures: z.array(FailedStage),
  /** Videos that are indexed for the first time: they go first. */
  new_videos: z.object({
    waiting: z.int(),
    running: z.array(z.object({ ...VideoName, percentage: z.number() })),
  }),
})
export type Indexing = z.infer<typeof Indexing>

const tag = 'Indexing'
const Message = z.object({ message: z.string() })
export const indexing = {
  overview: endpoint({
    method: 'GET',
    path: '/api/indexing',
    access: 'user',
    tag,
    summary:
      'Engines and models, and how far the videos of the company and the samples are indexed by them; for admins',
    response: Indexing,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/indexing/pause',
    access: 'session',
    tag,
    summary: 'Index no video of the company again for now; new videos are indexed all the same; for admins',
    response: Message,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/indexing/resume',
    access: 'session',
    tag,
    summary: 'Go on indexing videos again; for admins',
    response: Message,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/indexing/retry',
    access: 'session',
    tag,
    summary: 'Try again what failed too often on a video; for admins',
    body: z.object({ video_id: Id }),
    response: Message,
  }),
}
