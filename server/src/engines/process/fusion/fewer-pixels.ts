import { integersOf, type OnnxModel, type OnnxNode, type OnnxTensor, onnxNode, textOf } from '../onnx-model.ts'
import { isGate, type Links, linksOf } from './links.ts'

/** Factor by which `Resize` repeats pixels that a convolution of 3 by 3 pixels then reads. */
const TWICE = 2
/** Largest integer that ends a slice: the end of its axis. */
const TO_THE_END = 2n ** 31n - 1n

/**
 * Convolutions of repeated pixels read them before the repetition. Of 3 by 3 repeated pixels at most 2 by 2 differ, so
 * that each of the four places of a pixel needs four weights, the sums of those that read the same pixel.
 */
export function convolveBeforeRepeating(model: OnnxModel): void {
  const links = linksOf(model)
  const replaced = new Map<OnnxNode, OnnxNode[]>()
  for (const node of model.nodes)
    for (const [old, nodes] of ofJoined(model, links, node) ?? ofSum(model, links, node) ?? []) replaced.set(old, nodes)
  model.nodes = model.nodes.flatMap((node) => replaced.get(node) ?? [node])
}

/** Operations, and others that replace each of them. */
type Replacements = [OnnxNode, OnnxNode[]][]

/** A convolution of several pictures beside each other: those with repeated pixels get a convolution of their own. */
function ofJoined(model: OnnxModel, links: Links, node: OnnxNode): Replacements | undefined {
  const { maker, only } = links
  const kernel = kernelOf(model, node)
  const joined = maker(node.inputs[0])
  if (!kernel || joined?.operator !== 'Concat' || only(joined) !== node) return undefined
  const parts = joined.inputs.map((name) => ({ name, factor: repetition(model, maker(name)) }))
  const channels = joined.inputs.map((name) => channelsOf(model, links, name))
  const small = parts.filter(({ factor }) => factor > 1)
  const large = parts.filter(({ factor }) => factor === 1)
  if (small.length === 0 || large.length !== 1 || parts.at(-1) !== large[0] || channels.includes(0)) return undefined
  const own = node.outputs[0] ?? ''
  const halves = small.map(({ name, factor }) => {
    const [input = '', ...rest] = maker(name)?.inputs ?? []
    if (factor === TWICE) return { name: input, nodes: [] }
    const scales = model.addTensor({ shape: [4], values: new Float32Array([1, 1, factor / TWICE, factor / TWICE]) })
    const half = `${name}_half`
    const resize = maker(name) as OnnxNode
    return { name: half, nodes: [{ ...resize, inputs: [input, rest[0] ?? '', scales], outputs: [half] }] }
  })
  const beside = `${own}_halves`
  const fromSmall = `${own}_small`
  const split = channels.slice(0, -1).reduce((sum, count) => sum + count, 0)
  const nodes = [
    ...halves.flatMap((half) => half.nodes),
    onnxNode(
      'Concat',
      halves.map(({ name }) => name),
      [beside],
      { axis: 1 },
    ),
    ...convolved(model, beside, inputsOf(kernel, 0, split), fromSmall),
    {
      ...node,
      inputs: [
        large[0]?.name ?? '',
        model.addTensor(inputsOf(kernel, split, kernel.shape[1] ?? 0)),
        ...node.inputs.slice(2),
      ],
      outputs: [`${own}_large`],
    },
    onnxNode('Add', [`${own}_large`, fromSmall], [own]),
  ]
  return [[node, nodes]]
}

/** A convolution of a sum: a gated convolution of single pixels, and repeated pixels. */
function ofSum(model: OnnxModel, links: Links, node: OnnxNode): Replacements | undefined {
  const { maker, only, users } = links
  const kernel = kernelOf(model, node)
  const sum = maker(node.inputs[0])
  if (!kernel || sum?.operator !== 'Add' || only(sum) !== node || node.inputs.length > 2) return undefined
  const [gated, repeated] = sum.inputs.map(maker)
  if (gated?.operator !== 'Mul' || repetition(model, repeated) !== TWICE) return undefined
  const opened = maker(gated.inputs[1])
  if (opened?.operator !== 'Add' || !isGate(links, opened.inputs[0] ?? '')) return undefined
  const pointwise = maker(gated.inputs[0])
  const weights = model.tensor(pointwise?.inputs[1])
  if (pointwise?.operator !== 'Conv' || pointwise.inputs.length > 2 || !weights) return undefined
  if (!isPlain(pointwise, '0,0,0,0')) return undefined
  const [channels = 0, inputs = 0, rows, columns] = weights.shape
  const [mean, ...others] = users(pointwise.outputs[0]).filter((user) => user !== gated)
  if (rows !== 1 || columns !== 1 || mean?.operator !== 'GlobalAveragePool' || others.length > 0) return undefined
  const [outputs = 0] = kernel.shape
  const own = node.outputs[0] ?? ''
  const name = (part: string) => `${own}_${part}`
  // Rows: outputs and places of the kernel; columns: channels between the two convolutions.
  const table = new Float32Array(kernel.values.length)
  for (let at = 0; at < table.length; at++) {
    const [output, channel, place] = [Math.floor(at / (9 * channels)), Math.floor(at / 9) % channels, at % 9]
    table[(output * 9 + place) * channels + channel] = kernel.values[at] as number
  }
  const nodes = [
    onnxNode('Reshape', [gated.inputs[1] ?? '', model.addIntegers([channels, 1])], [name('gate')]),
    onnxNode(
      'Mul',
      [model.addTensor({ shape: [channels, inputs], values: weights.values }), name('gate')],
      [name('open')],
    ),
    onnxNode(
      'MatMul',
      [model.addTensor({ shape: [outputs * 9, channels], values: table }), name('open')],
      [name('product')],
    ),
    onnxNode('Reshape', [name('product'), model.addIntegers([outputs, 3, 3, inputs])], [name('places')]),
    onnxNode('Transpose', [name('places')], [name('kernel')], { perm: [0, 3, 1, 2] }),
    onnxNode('Conv', [pointwise.inputs[0] ?? '', name('kernel')], [name('large')], { pads: [1, 1, 1, 1] }),
    ...convolved(model, repeated?.inputs[0] ?? '', kernel, name('small')),
    onnxNode('Add', [name('large'), name('small')], [own]),
  ]
  // The mean of a convolution of single pixels is that convolution of the mean.
  const sooner = [
    { ...mean, inputs: [pointwise.inputs[0] ?? ''], outputs: [name('mean')] },
    { ...pointwise, inputs: [name('mean'), pointwise.inputs[1] ?? ''], outputs: mean.outputs },
  ]
  return [
    [node, nodes],
    [mean, sooner],
  ]
}

/** A convolution of 3 by 3 pixels on a picture whose pixels are repeated twice across and down, without repeating them. */
function convolved(model: OnnxModel, input: string, kernel: OnnxTensor, output: string): OnnxNode[] {
  const [outputs = 0, inputs = 0] = kernel.shape
  const values = new Float32Array(4 * outputs * inputs * 4)
  // At the first place of a repeated pixel, the first of three weights reads the pixel before, the others its own; at
  // the second place the third one reads the pixel after.
  const target = (place: number, weight: number) => (place === 0 ? Number(weight > 0) : Number(weight > 1))
  for (let place = 0; place < 4; place++)
    for (let pair = 0; pair < outputs * inputs; pair++)
      for (let weight = 0; weight < 9; weight++) {
        const row = target(place >> 1, Math.floor(weight / 3))
        const column = target(place & 1, weight % 3)
        values[(place * outputs * inputs + pair) * 4 + row * 2 + column]! += kernel.values[pair * 9 + weight] as number
      }
  const name = (part: string) => `${output}_${part}`
  const weights = model.addTensor({ shape: [4 * outputs, inputs, 2, 2], values })
  const slices = [0, 1, 2, 3].map((place) => {
    const [row, column] = [place >> 1, place & 1]
    const starts = [place * outputs, row, column]
    const ends = [BigInt((place + 1) * outputs), ...[row, column].map((later) => (later ? TO_THE_END : -1n))]
    const bounds = [model.addIntegers(starts), model.addIntegers(ends), model.addIntegers([1, 2, 3])]
    return onnxNode('Slice', [name('places'), ...bounds], [name(`place_${place}`)])
  })
  return [
    onnxNode('Conv', [input, weights], [name('places')], { pads: [1, 1, 1, 1] }),
    ...slices,
    onnxNode(
      'Concat',
      slices.flatMap(({ outputs: [slice = ''] }) => slice),
      [name('joined')],
      { axis: 1 },
    ),
    onnxNode('DepthToSpace', [name('joined')], [output], { blocksize: TWICE }),
  ]
}

/** The weights of a convolution of 3 by 3 pixels that keeps the size of its picture; undefined for another operation. */
function kernelOf(model: OnnxModel, node: OnnxNode): OnnxTensor | undefined {
  const kernel = node.operator === 'Conv' ? model.tensor(node.inputs[1]) : undefined
  return kernel?.shape.slice(2).join() === '3,3' && isPlain(node, '1,1,1,1') ? kernel : undefined
}

/** Whether a convolution reads all channels of every pixel, with these pixels of zeros around the picture. */
function isPlain(node: OnnxNode, pads: string): boolean {
  const is = (attribute: string, numbers: string, otherwise: readonly number[]) =>
    integersOf(node, attribute, otherwise).join() === numbers
  const steps = is('group', '1', [1]) && is('strides', '1,1', [1, 1]) && is('dilations', '1,1', [1, 1])
  return steps && is('pads', pads, [0, 0, 0, 0]) && !node.attributes.has('auto_pad')
}

/** How often a node repeats each pixel, across and down; 1 when it does something else. */
function repetition(model: OnnxModel, node: OnnxNode | undefined): number {
  if (node?.operator !== 'Resize' || REPEATING.some(([name, value]) => textOf(node, name) !== value)) return 1
  const [batch, channels, rows = 0, columns] = model.tensor(node.inputs[2])?.values ?? []
  return batch === 1 && channels === 1 && rows === columns && rows >= TWICE && rows % TWICE === 0 ? rows : 1
}

/** Attributes of a `Resize` that repeats pixels. */
const REPEATING = [
  ['mode', 'nearest'],
  ['nearest_mode', 'floor'],
  ['coordinate_transformation_mode', 'asymmetric'],
] as const

/** Channels of a picture that a convolution makes, gated and repeated or not; 0 when something else makes it. */
function channelsOf(model: OnnxModel, { maker }: Links, name: string | undefined): number {
  let node = maker(name)
  while (node && ['Resize', 'Mul'].includes(node.operator)) node = maker(node.inputs[0])
  return node?.operator === 'Conv' ? (model.tensor(node.inputs[1])?.shape[0] ?? 0) : 0
}

/** The weights of some of the inputs. */
function inputsOf({ shape, values }: OnnxTensor, from: number, to: number): OnnxTensor {
  const [outputs = 0, inputs = 0] = shape
  const part = new Float32Array(outputs * (to - from) * 9)
  for (let output = 0; output < outputs; output++)
    part.set(values.subarray((output * inputs + from) * 9, (output * inputs + to) * 9), output * (to - from) * 9)
  return { shape: [outputs, to - from, 3, 3], values: part }
}
