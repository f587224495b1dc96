import { dispose, type Tensor, tensor4d } from '@tensorflow/tfjs-core'
import { beforeAll, expect, test } from 'vitest'
import { readModel, startRuntime } from '../../testing/graph-model.ts'
import { jointsOf, type PoseMaps } from '../concepts/joints.ts'
import { ConvertedModel } from './converted-model.ts'
import { type HumanModel, humanModel } from './human-models.ts'
import type { PictureInput } from './picture-graph.ts'

beforeAll(() => startRuntime())

/** A picture of smooth hills and grain, always the same. */
function picture(width: number, height: number, channels: number): Uint8Array {
  let seed = 7
  return Uint8Array.from({ length: width * height * channels }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const [x, y] = [Math.floor(at / channels) % width, Math.floor(at / channels / width)]
    return 128 + 80 * Math.sin(x / 23 + (at % channels)) * Math.cos(y / 17) + (40 * seed) / 2_147_483_648 - 20
  })
}

/** The outputs of TensorFlow.js. @param whole whether it gets bytes as integers, and prepares them itself */
async function original(name: HumanModel, input: PictureInput, outputs: readonly string[], whole: boolean) {
  const [height, width, channels] = input.shape as [number, number, number]
  const bytes = picture(width, height, channels)
  const { times, plus } = (!whole && input.range) || { times: 1, plus: 0 }
  const values = whole ? Int32Array.from(bytes) : Float32Array.from(bytes, (byte) => byte * times + plus)
  const pictures = tensor4d(values, [1, height, width, channels], whole ? 'int32' : 'float32')
  const model = await readModel(humanModel(name))
  const answers = (await model.executeAsync(pictures, [...outputs])) as Tensor | Tensor[]
  const numbers = await Promise.all([answers].flat().map((answer) => answer.data<'float32'>()))
  dispose([pictures, ...[answers].flat()])
  return numbers
}

const ENCODED = { times: 2 / 255, plus: -1 }
const POSE = [
  'StatefulPartitionedCall/Sigmoid',
  'StatefulPartitionedCall/truediv_2',
  'StatefulPartitionedCall/kpt_regress_0/conv2d_6/BiasAdd',
  'StatefulPartitionedCall/kpt_offset_0/conv2d_7/BiasAdd',
]
const POSE_INPUT = { node: 'StatefulPartitionedCall/sub_1', shape: [192, 192, 3], range: ENCODED } as const

test.each<[HumanModel, PictureInput, string[], boolean]>([
  [
    'centernet',
    { node: 'tower_0/images', shape: [512, 512, 3] },
    ['tower_0/keypoints', 'tower_0/wh', 'tower_0/extern1/hard_swish/mul_1'],
    false,
  ],
  [
    'blazeface',
    { node: 'input', shape: [256, 256, 3], range: { times: 1 / 127.5, plus: -1 } },
    ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'],
    false,
  ],
  ['faceres', { node: 'input_1', shape: [224, 224, 3] }, ['gender_pred/Sigmoid', 'age_pred/Softmax'], false],
  ['emotion', { node: 'input_1', shape: [64, 64, 1], range: ENCODED }, ['Identity'], false],
  ['movenet-lightning', POSE_INPUT, POSE, true],
  [
    'handtrack',
    {
      node: 'StatefulPartitionedCall/map/TensorArrayV2Stack/TensorListStack',
      shape: [288, 512, 3],
      range: ENCODED,
      stretched: [320, 320],
    },
    ['StatefulPartitionedCall/Postprocessor/convert_scores', 'StatefulPartitionedCall/concat'],
    true,
  ],
])('%s has the same outputs as in TensorFlow.js', async (name, input, outputs, whole) => {
  const [height, width, channels] = input.shape as [number, number, number]
  const model = await ConvertedModel.open(humanModel(name), input, outputs)
  const converted = await model.run(picture(width, height, channels), width, height)
  const expected = await original(name, input, outputs, whole)
  for (const [at, { values }] of converted.entries()) {
    const wanted = expected[at] as Float32Array
    expect(values).toHaveLength(wanted.length)
    const largest = wanted.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const furthest = values.reduce((most, value, index) => Math.max(most, Math.abs(value - (wanted[index] ?? 0))), 0)
    expect(furthest).toBeLessThan(0.002 * largest)
  }
})

test('joints are where the network itself puts them', async () => {
  const [numbers] = await original('movenet-lightning', POSE_INPUT, ['Identity'], true)
  const model = await ConvertedModel.open(humanModel('movenet-lightning'), POSE_INPUT, POSE)
  const maps = (await model.run(picture(192, 192, 3), 192, 192)).map(({ values }) => values)
  const joints = jointsOf(maps as unknown as PoseMaps)
  expect(joints).toHaveLength(17)
  for (const [at, { x, y, confidence }] of joints.entries()) {
    const [row, column, sure] = (numbers as Float32Array).slice(3 * at, 3 * at + 3) as unknown as [
      number,
      number,
      number,
    ]
    expect(y).toBeCloseTo(192 * row, 0)
    expect(x).toBeCloseTo(192 * column, 0)
    expect(confidence).toBeCloseTo(sure, 2)
  }
})

test("a network with an unsupported operation is refused by the operation's name", async () => {
  const input = { node: 'input_tensor', shape: [320, 320, 3] } as const
  const all = ['StatefulPartitionedCall/Postprocessor/ExpandDims_1']
  await expect(ConvertedModel.open(humanModel('handtrack'), input, all)).rejects.toThrow(/ExpandDims/)
})
