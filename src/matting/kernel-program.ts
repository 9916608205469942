import type { Size } from '#base/geometry.ts'
import { type NetworkPlan, type PictureId, type PlannedLayer, roundUp } from './network-plan.ts'
import { runningShares } from './running-shares.ts'

/** Bytes of a layer in the memory of the kernels (`src/kernels/layer.ts`). */
export const layerBytes = 18 * 4
/** Pictures, weights and rooms begin at cache lines. */
const alignment = 64
/** The most bytes of transformed weights of a chunk of output channels. */
const mostWeightsBytes = 20 * 2 ** 20
/** A convolution of at most so many tiles is divided by output channels, `outputsAtOnce` at a time. */
const fewTiles = 72
const outputsAtOnce = 16
/** The kernels multiply `group` tiles by `block` output channels at a time. */
const group = 6
const block = 8
const points = 36
/** Bytes for the transforms of a tile, without the tile itself. */
const transformBytes = 832

const kinds = {
  first: 0,
  convolution: 1,
  pool: 2,
  double: 3,
  sum: 4,
  head: 5,
  convolutionByOutputs: 6,
} as const

/** A pass of a network at one size, laid out in the memory of the kernels. */
type KernelProgram = {
  /** Written at `start`; each layer has `layerBytes` of them. */
  readonly words: ArrayBuffer
  readonly start: number
  readonly layers: number
  /** The end of the memory that the pass needs, in bytes. */
  readonly end: number
  /** The share of the work done after each layer, 0 to 1, by multiplications. */
  readonly shares: readonly number[]
  /** The byte position of a picture; the wanted ones keep their values to the end. */
  readonly placeOf: (picture: PictureId) => number
}

type ProgramRequest = {
  readonly plan: NetworkPlan
  readonly size: Size
  /** Pictures to compute; layers that none of them needs are left out. */
  readonly wanted: readonly PictureId[]
  /** The byte position of the network's weights, and the start of the memory for the pass. */
  readonly weights: number
  readonly start: number
  readonly threads: number
}

/** Determines the layers of a pass, the place of each picture while it is needed, and the portions of convolutions. */
export function planProgram({ plan, size, wanted, weights, start, threads }: ProgramRequest): KernelProgram {
  const layers = neededLayers(plan, wanted)
  const sizeOf = (picture: PictureId): Size => {
    const share = 2 ** (plan.pictures[picture]?.halvings ?? 0)
    return { width: size.width / share, height: size.height / share }
  }
  const channelsOf = (picture: PictureId | undefined): number =>
    picture === undefined ? 0 : (plan.pictures[picture]?.channels ?? 0)
  const bytesOf = (picture: PictureId): number => {
    const { width, height } = sizeOf(picture)
    return roundUp(width * height * channelsOf(picture) * 4, alignment)
  }

  const portions = layers.map((layer) =>
    layer.kind === 'convolution' ? portionsOf(layer, sizeOf(layer.from[0]), channelsOf) : undefined,
  )
  const most = (of: 'sharedBytes' | 'roomBytes') =>
    roundUp(Math.max(transformBytes, ...portions.map((each) => each?.[of] ?? 0)), alignment)

  const shared = roundUp(start + layers.length * layerBytes, alignment)
  const room = shared + most('sharedBytes')
  const pictures = room + most('roomBytes') * threads
  const { places, end } = placePictures(layers, wanted, bytesOf, pictures)
  const placeOf = (picture: PictureId | undefined): number =>
    picture === undefined ? 0 : (places.get(picture) ?? 0)

  const words = new DataView(new ArrayBuffer(layers.length * layerBytes))
  for (const [index, layer] of layers.entries()) {
    const { kind, from, to } = layer
    const { width, height } = sizeOf(from[0])
    const { isByOutputs = false, chunk = 0, tiles = 0 } = portions[index] ?? {}
    const isCutAtZero = 'isCutAtZero' in layer && layer.isCutAtZero
    const fields = [
      ...[
        isByOutputs ? kinds.convolutionByOutputs : kinds[kind],
        placeOf(from[0]),
        channelsOf(from[0]),
        placeOf(from[1]),
        channelsOf(from[1]),
      ],
      ...[width, height, placeOf(to), channelsOf(to), layer.kind === 'convolution' ? layer.dilation : 1],
      'weights' in layer ? weights + layer.weights : 0,
      layer.kind === 'convolution' ? weights + layer.factors : 0,
      null,
      ...[shared, chunk, room, most('roomBytes'), tiles],
    ]
    for (const [field, value] of fields.entries()) {
      const at = index * layerBytes + field * 4
      if (value === null) words.setFloat32(at, isCutAtZero ? 0 : -3e38, true)
      else words.setUint32(at, value, true)
    }
  }
  const workOf = ({ from, to }: PlannedLayer): number => {
    const { width, height } = sizeOf(to)
    return width * height * channelsOf(to) * (channelsOf(from[0]) + channelsOf(from[1]))
  }
  const shares = runningShares(layers.map(workOf))
  return { words: words.buffer, start, layers: layers.length, end, shares, placeOf }
}

/** Bytes of transformed tiles or weights, laid out as `pointBytes` of `src/kernels/convolve.ts`. */
const pointsBytes = (vectors: number, channels: number): number => points * (vectors * channels * 4 + 64)

/** The division of a convolution, and the bytes for it. */
function portionsOf(
  { from, to, dilation }: Extract<PlannedLayer, { readonly kind: 'convolution' }>,
  { width, height }: Size,
  channelsOf: (picture: PictureId | undefined) => number,
) {
  const inputs = channelsOf(from[0]) + channelsOf(from[1])
  const outputs = channelsOf(to)
  const edge = transformBytes + points * 4 * Math.max(channelsOf(from[0]), channelsOf(from[1]))
  const along = (side: number) => Math.ceil(side / (4 * dilation)) * dilation
  const all = along(width) * along(height)
  const isByOutputs = all <= fewTiles
  if (isByOutputs) {
    const [chunk, tiles] = [Math.min(outputs, outputsAtOnce), roundUp(all, group)]
    const roomBytes = edge + pointsBytes(block, inputs) + pointsBytes(tiles, chunk)
    return { isByOutputs, chunk, tiles, sharedBytes: pointsBytes(tiles, inputs), roomBytes }
  }
  const fitting = Math.max(block, mostWeightsBytes / (points * 4 * inputs))
  const chunk = Math.min(outputs, fitting - (fitting % block))
  // More tiles use transformed weights more often; fewer fit into the caches of a core.
  const tiles = inputs <= 128 ? 2 * group : inputs <= 256 ? 4 * group : 8 * group
  const roomBytes = edge + pointsBytes(tiles, inputs) + pointsBytes(tiles, chunk)
  return { isByOutputs, chunk, tiles, sharedBytes: pointsBytes(chunk, inputs), roomBytes }
}

/** The layers on which the wanted pictures depend, in order. */
function neededLayers({ layers }: NetworkPlan, wanted: readonly PictureId[]): readonly PlannedLayer[] {
  const needed = new Set(wanted)
  const found: PlannedLayer[] = []
  for (const layer of layers.toReversed()) {
    if (!needed.has(layer.to)) continue
    for (const picture of layer.from) needed.add(picture)
    found.push(layer)
  }
  return found.reverse()
}

type Gap = { readonly at: number; readonly bytes: number }

/** Gives each picture a place until its last reader has run: the smallest gap that is wide enough. */
function placePictures(
  layers: readonly PlannedLayer[],
  wanted: readonly PictureId[],
  bytesOf: (picture: PictureId) => number,
  start: number,
): { readonly places: ReadonlyMap<PictureId, number>; readonly end: number } {
  const lastReader = new Map<PictureId, number>()
  for (const [index, { from }] of layers.entries()) for (const picture of from) lastReader.set(picture, index)
  for (const picture of wanted) lastReader.set(picture, layers.length)
  const places = new Map<PictureId, number>()
  let held: Gap[] = []
  let end = start
  const place = (picture: PictureId) => {
    const bytes = bytesOf(picture)
    let [found, from, least] = [Number.NaN, start, Number.POSITIVE_INFINITY]
    for (const other of held) {
      const gap = other.at - from
      if (gap >= bytes && gap < least) [found, least] = [from, gap]
      from = other.at + other.bytes
    }
    const at = least < Number.POSITIVE_INFINITY ? found : from
    held = [...held, { at, bytes }].sort((a, b) => a.at - b.at)
    places.set(picture, at)
    end = Math.max(end, at + bytes)
  }
  place(0)
  for (const [index, { kind, from, to }] of layers.entries()) {
    const read = [...new Set(from)].filter((picture) => lastReader.get(picture) === index)
    // A sum overwrites an operand that nothing else reads.
    const replaced = kind === 'sum' ? read.shift() : undefined
    if (replaced === undefined) place(to)
    else places.set(to, places.get(replaced) ?? 0)
    for (const picture of read) held = held.filter(({ at }) => at !== places.get(picture))
  }
  return { places, end }
}
