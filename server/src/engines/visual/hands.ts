import type { GraphModel } from '@tensorflow/tfjs-converter'
import { dispose, type Tensor, tensor4d } from '@tensorflow/tfjs-core'
import type { Box } from '../engine.ts'
import { readModel } from '../graph-model.ts'
import { humanModel } from './human-models.ts'
import { overlap, type Picture, padded, unpad } from './picture.ts'

/** A hand seen in a picture. */
export interface Hand {
  readonly box: Box
  /** 0 to 1. */
  readonly confidence: number
}

const OUTPUTS = ['StatefulPartitionedCall/Postprocessor/Slice', 'StatefulPartitionedCall/Postprocessor/ExpandDims_1']
/** hand, fist, pinch, point, face, tip, pinching tip. */
const CLASSES = 7
const FACE = 4
const LEAST_CONFIDENCE = 0.4
const SAME_HAND_OVERLAP = 0.3
const LONGER = 512
const SHORTER = 288

/** Finds hands with Victor Dibia's HandTrack, which finds them without a person, too. */
export class HandFinder {
  #model: Promise<GraphModel> | undefined

  /** Hands, surest first. */
  async find(picture: Picture): Promise<Hand[]> {
    this.#model ??= readModel(humanModel('handtrack'))
    const model = await this.#model
    const portrait = picture.height > picture.width
    const [width, height] = portrait ? [SHORTER, LONGER] : [LONGER, SHORTER]
    const { data, fit } = await padded(picture, width, height)
    const input = tensor4d(Int32Array.from(data), [1, height, width, 3], 'int32')
    const outputs = (await model.executeAsync(input, OUTPUTS)) as [Tensor, Tensor]
    const [scores, boxes] = await Promise.all(outputs.map((output) => output.data()))
    dispose([input, ...outputs])
    const hands: Hand[] = []
    for (let anchor = 0; anchor * CLASSES < (scores?.length ?? 0); anchor++) {
      const of_classes = scores?.subarray(anchor * CLASSES, (anchor + 1) * CLASSES) as Float32Array
      const confidence = Math.max(...of_classes)
      if (confidence < LEAST_CONFIDENCE || of_classes[FACE] === confidence) continue
      const corner = (index: number) => boxes?.[anchor * 4 + index] ?? 0
      const [top, left, bottom, right] = [corner(0), corner(1), corner(2), corner(3)]
      const box = unpad({ x: left, y: top, width: right - left, height: bottom - top }, fit)
      if (box.width > 0 && box.height > 0) hands.push({ box, confidence })
    }
    const kept: Hand[] = []
    for (const hand of hands.sort((a, b) => b.confidence - a.confidence))
      if (!kept.some((other) => overlap(other.box, hand.box) > SAME_HAND_OVERLAP)) kept.push(hand)
    return kept
  }
}
