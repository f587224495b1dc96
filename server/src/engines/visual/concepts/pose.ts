import type { Box } from '../../engine.ts'
import { ConvertedModel } from '../networks/converted-model.ts'
import { humanModel } from '../networks/human-models.ts'
import { crop, type Picture, padded } from '../networks/picture.ts'
import { type Joint, jointsOf, type PoseMaps } from './joints.ts'

/** A person's posture. */
export interface Posture {
  readonly name: 'standing' | 'sitting' | 'walking' | 'lying'
  /** 0 to 1. */
  readonly confidence: number
}

/** The network's input node after its own preparation, and its output maps, see `PoseMaps`. */
const PREPARED = 'StatefulPartitionedCall/sub_1'
const OUTPUTS = [
  'StatefulPartitionedCall/Sigmoid',
  'StatefulPartitionedCall/truediv_2',
  'StatefulPartitionedCall/kpt_regress_0/conv2d_6/BiasAdd',
  'StatefulPartitionedCall/kpt_offset_0/conv2d_7/BiasAdd',
]
const SIZE = 192
/** Margin around a person, as in the network's training. */
const MARGIN = 0.12
const LEAST_CONFIDENCE = 0.3
/** Indexes of the COCO key points. */
const SHOULDERS = [5, 6]
const HIPS = [11, 12]
const KNEES = [13, 14]
const ANKLES = [15, 16]
/** Minimum degrees between thigh and vertical of a sitting person. */
const SEATED_THIGH = 45
const LYING_TRUNK = 60
/** Minimum distance of the ankles, as a share of a leg's length, of a walking person. */
const STEP = 0.45

/** Derives a person's posture from the joints that MoveNet Lightning finds. */
export class PoseReader {
  #model: Promise<ConvertedModel> | undefined

  /** @returns null when too few joints are visible */
  async read(picture: Picture, person: Box): Promise<Posture | null> {
    const input = { node: PREPARED, shape: [SIZE, SIZE, 3], range: { times: 2 / 255, plus: -1 } } as const
    this.#model ??= ConvertedModel.open(humanModel('movenet-lightning'), input, OUTPUTS)
    const model = await this.#model
    const region = widen(person)
    const width = Math.max(1, Math.round(region.width * picture.width))
    const height = Math.max(1, Math.round(region.height * picture.height))
    const part = { width, height, pixels: await crop(picture, region, width, height) }
    const { data } = await padded(part, SIZE, SIZE)
    const maps = (await model.run(data, SIZE, SIZE)).map(({ values }) => values) as unknown as PoseMaps
    const joints = jointsOf(maps)
    return posture((index) => joints[index] as Joint)
  }
}

/** Applies rules on the angles of trunk and thighs. */
function posture(joint: (index: number) => Joint): Posture | null {
  const shoulder = middle(SHOULDERS.map(joint))
  const hip = middle(HIPS.map(joint))
  const knee = middle(KNEES.map(joint))
  if (!shoulder || !hip) return null
  if (tilt(shoulder, hip) > LYING_TRUNK)
    return { name: 'lying', confidence: Math.min(shoulder.confidence, hip.confidence) }
  if (!knee) return null
  const confidence = Math.min(shoulder.confidence, hip.confidence, knee.confidence)
  const thighs = HIPS.map((index, side) => ({ hip: joint(index), knee: joint(KNEES[side] as number) }))
  const seated = thighs.filter((thigh) => tilt(thigh.hip, thigh.knee) > SEATED_THIGH).length
  if (seated === thighs.length) return { name: 'sitting', confidence }
  if (seated > 0) return null
  const ankles = ANKLES.map(joint)
  const ankle = middle(ankles)
  if (!ankle) return null
  const leg = Math.abs(ankle.y - hip.y)
  const stride = Math.abs((ankles[0] as Joint).x - (ankles[1] as Joint).x)
  const sure = Math.min(confidence, ankle.confidence)
  return leg > 0 && stride / leg > STEP ? { name: 'walking', confidence: sure } : { name: 'standing', confidence: sure }
}

function middle(joints: Joint[]): Joint | null {
  const seen = joints.filter((joint) => joint.confidence >= LEAST_CONFIDENCE)
  if (seen.length === 0) return null
  const mean = (pick: (joint: Joint) => number) => seen.reduce((sum, joint) => sum + pick(joint), 0) / seen.length
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), confidence: mean(({ confidence }) => confidence) }
}

/** Degrees between the line from a down to b and the vertical. */
function tilt(a: Joint, b: Joint): number {
  return (Math.atan2(Math.abs(b.x - a.x), b.y - a.y) * 180) / Math.PI
}

function widen(box: Box): Box {
  const x = Math.max(0, box.x - box.width * MARGIN)
  const y = Math.max(0, box.y - box.height * MARGIN)
  return {
    x,
    y,
    width: Math.min(1 - x, box.width * (1 + 2 * MARGIN)),
    height: Math.min(1 - y, box.height * (1 + 2 * MARGIN)),
  }
}
