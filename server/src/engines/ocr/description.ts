import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { UnfitModel } from '../unfit-model.ts'
import type { DetectorModel } from './detection/detector.ts'
import { PACKAGED_DETECTOR } from './packaged.ts'
import type { RecogniserModel } from './recogniser.ts'

/** The files of a PP-OCRv5 model: its weights, and its makers' description (PaddleX's format). */
export const WEIGHTS = 'inference.onnx'
export const DESCRIPTION = 'inference.yml'

const triple = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number()])
/** YAML's notations for null, when everything is read as text. */
const NOTHING: readonly unknown[] = ['null', 'Null', 'NULL', '~', '']
/** Only the preprocessing steps with numbers matter; the others are the same for all models. A step may be empty. */
const steps = z.array(z.record(z.string(), z.unknown())).transform((list): Record<string, unknown> => {
  const named = list.flatMap((step) => Object.entries(step))
  return Object.fromEntries(named.filter(([, value]) => !NOTHING.includes(value)))
})
const blueFirst = z.object({ img_mode: z.literal('BGR') })
const positive = z.coerce.number().positive()

const Detector = z.object({
  PreProcess: z.object({
    transform_ops: steps.pipe(
      z.object({
        DecodeImage: blueFirst,
        DetResizeForTest: z.object({ resize_long: positive.optional() }).optional(),
        NormalizeImage: z.object({ mean: triple, std: triple }).optional(),
      }),
    ),
  }),
  PostProcess: z.object({
    name: z.literal('DBPostProcess'),
    thresh: positive.optional(),
    box_thresh: positive.optional(),
    unclip_ratio: positive.optional(),
  }),
})

const Recogniser = z.object({
  PreProcess: z.object({
    transform_ops: steps.pipe(z.object({ DecodeImage: blueFirst, RecResizeImg: z.object({ image_shape: triple }) })),
  }),
  PostProcess: z.object({ name: z.literal('CTCLabelDecode'), character_dict: z.array(z.string()).min(1) }),
})

/**
 * The detector in a folder of the store. Numbers that its description omits are those of the packaged detector.
 * @throws UnfitModel when the description cannot be read
 */
export async function describedDetector(folder: string): Promise<DetectorModel> {
  const { PreProcess, PostProcess } = await read(folder, Detector, 'a detector')
  const { DetResizeForTest, NormalizeImage } = PreProcess.transform_ops
  const { longest_side, mean, deviation, rules } = PACKAGED_DETECTOR
  return {
    file: path.join(folder, WEIGHTS),
    longest_side: DetResizeForTest?.resize_long ?? longest_side,
    mean: NormalizeImage?.mean ?? mean,
    deviation: NormalizeImage?.std ?? deviation,
    rules: {
      threshold: PostProcess.thresh ?? rules.threshold,
      box_threshold: PostProcess.box_thresh ?? rules.box_threshold,
      unclip: PostProcess.unclip_ratio ?? rules.unclip,
    },
  }
}

/**
 * The recogniser in a folder of the store.
 * @throws UnfitModel when the description cannot be read
 */
export async function describedRecogniser(folder: string): Promise<RecogniserModel> {
  const { PreProcess, PostProcess } = await read(folder, Recogniser, 'a recogniser')
  const [, height, least_width] = PreProcess.transform_ops.RecResizeImg.image_shape
  // PaddleX appends a space to the listed characters.
  const keys = ['', ...PostProcess.character_dict, ' ']
  return { file: path.join(folder, WEIGHTS), height, least_width, keys, weak_spaces: false }
}

async function read<T>(folder: string, shape: z.ZodType<T>, what: string): Promise<T> {
  const file = path.join(folder, DESCRIPTION)
  try {
    // The schema in which everything is text: characters such as 'n' and '0' stay characters.
    return shape.parse(parse(await readFile(file, 'utf8'), { schema: 'failsafe' }))
  } catch {
    throw new UnfitModel({ file }, `is no description of ${what}.`)
  }
}
