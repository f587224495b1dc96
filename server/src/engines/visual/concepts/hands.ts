import type { Box } from '../../engine.ts'
import { ConvertedModel, type Output } from '../networks/converted-model.ts'
import { humanModel } from '../networks/human-models.ts'
import { overlap, type Picture, padded, unpad } from '../networks/picture.ts'

/** A hand in a picture. */
export interface Hand {
  readonly box: Box
  /** 0 to 1. */
  readonly confidence: number
}

/**
 * The network's input node after its own preparation, and its outputs: probabilities, and boxes relative to the
 * anchors.
 */
const PREPARED = 'StatefulPartitionedCall/map/TensorArrayV2Stack/TensorListStack'
const OUTPUTS = ['StatefulPartitionedCall/Postprocessor/convert_scores', 'StatefulPartitionedCall/concat']
const DECODING = 'StatefulPartitionedCall/Postprocessor/Decode'
const CENTRE = `${DECODING}/get_center_coordinates_and_sizes`
/** Its weights that describe the anchors. */
const ANCHORS = {
  y: `${CENTRE}/add`,
  x: `${CENTRE}/add_1`,
  height: `${CENTRE}/sub_1`,
  width: `${CENTRE}/sub`,
  step_y: `${DECODING}/truediv`,
  step_x: `${DECODING}/truediv_1`,
} as const
/** Side of its square input, in pixels. */
const SIDE = 320
/** none, hand, fist, pinch, point, face, tip, pinching tip. */
const CLASSES = 8
const FACE = 5
/** The network scales logarithms of sizes by five. */
const SIZE_STEP = 0.2
const LEAST_CONFIDENCE = 0.4
const SAME_HAND_OVERLAP = 0.3
/** Sides of the padded picture, in pixels. */
const FRAME = { longer: 512, shorter: 288 }

/** Finds hands with Victor Dibia's HandTrack, which also finds them without a person. */
export class HandFinder {
  #model: ReturnType<typeof openModel> | undefined

  /** Hands, most confident first. */
  async find(picture: Picture): Promise<Hand[]> {
    this.#model ??= openModel()
    const portrait = picture.height > picture.width
    const [width, height] = portrait ? [FRAME.shorter, FRAME.longer] : [FRAME.longer, FRAME.shorter]
    const { data, fit } = await padded(picture, width, height)
    const { model, anchors } = await this.#model
    const [scores, moves] = (await model.run(data, width, height)) as [Output, Output]
    const hands: Hand[] = []
    for (let anchor = 0; anchor * CLASSES < scores.values.length; anchor++) {
      const first = anchor * CLASSES
      let confidence = 0
      for (let at = first + 1; at < first + CLASSES; at++)
        confidence = Math.max(confidence, scores.values[at] as number)
      if (confidence < LEAST_CONFIDENCE || scores.values[first + FACE] === confidence) continue
      const box = unpad(boxOf(anchors, anchor, moves.values), fit)
      if (box.width > 0 && box.height > 0) hands.push({ box, confidence })
    }
    const kept: Hand[] = []
    for (const hand of hands.sort((a, b) => b.confidence - a.confidence))
      if (!kept.some((other) => overlap(other.box, hand.box) > SAME_HAND_OVERLAP)) kept.push(hand)
    return kept
  }
}

async function openModel() {
  const input = {
    node: PREPARED,
    shape: ['height', 'width', 3],
    range: { times: 2 / 255, plus: -1 },
    stretched: [SIDE, SIDE],
  } as const
  const model = await ConvertedModel.open(humanModel('handtrack'), input, OUTPUTS, Object.values(ANCHORS))
  const anchors = {
    y: model.weight(ANCHORS.y),
    x: model.weight(ANCHORS.x),
    height: model.weight(ANCHORS.height),
    width: model.weight(ANCHORS.width),
    step_y: model.weight(ANCHORS.step_y),
    step_x: model.weight(ANCHORS.step_x),
  }
  return { model, anchors }
}

/** Moves and resizes an anchor (SSD's box coding, Liu et al. 2016). */
function boxOf(anchors: Awaited<ReturnType<typeof openModel>>['anchors'], anchor: number, moves: Float32Array): Box {
  const of = (name: keyof typeof anchors) => anchors[name][anchor] as number
  const move = (index: number) => moves[4 * anchor + index] as number
  const height = Math.exp(SIZE_STEP * move(2)) * of('height')
  const width = Math.exp(SIZE_STEP * move(3)) * of('width')
  const y = move(0) * of('step_y') + of('y')
  const x = move(1) * of('step_x') + of('x')
  return { x: x - width / 2, y: y - height / 2, width, height }
}
