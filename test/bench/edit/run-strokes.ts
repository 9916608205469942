import { availableParallelism } from 'node:os'
import { type Edit, type ImageEdits, noEdits, type StrokeEdit } from '#contract/image-edits.ts'
import { swapPatch } from '#engine/edits/alpha-patch.ts'
import { brushCoverage } from '#engine/edits/brush-coverage.ts'
import { editPatches } from '#engine/edits/edit-patches.ts'
import { strokePieces } from '#engine/edits/stroke-path.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { openEditSession } from '#pipeline/edit-session.ts'
import { cutOutByAlpha } from '#pipeline/make-cutout.ts'
import { gradientMagnitude } from '../quality/gradient.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { listPairs, readPair, samplesAreThere, truthOf } from '../quality/pairs.ts'
import { fineMatte } from './edit-cases.ts'
import { traceEdge } from './trace-edge.ts'

/**
 * Prints what the refine brush does to the Fine mattes of all photos with true alpha, along their true edges, and how
 * long one more edit of a photo of 12 megapixels takes. With KEPT_ONLY=1 only photos whose matte was made before are
 * looked at; with SPEED_ONLY=1 none.
 */
const radius = 20

const floats = ({ width, height, data }: AlphaMask8): AlphaMaskF32 => ({
  width,
  height,
  data: Float32Array.from(data, (value) => value / 255),
})

async function printQuality(): Promise<void> {
  const { networks, nextPhoto, isKept } = openKeptNetworks(Math.min(4, availableParallelism()))
  console.log('| photo | gradient error before | after | lower by | absolute error before | after |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  const sums = [0, 0, 0, 0]
  let photos = 0
  for (const entry of listPairs().filter(({ kind }) => truthOf(kind) === 'true alpha')) {
    const pair = await readPair(entry)
    nextPhoto(pair.name)
    if (process.env.KEPT_ONLY === '1' && !networks.passes.wasm.fine.image.every(isKept)) continue
    const alpha = refineAlpha(pair.photo, await fineMatte(networks, pair))
    const before = { ...alpha, data: alpha.data.slice() }
    const track = new Uint8Array(alpha.data.length)
    for (const points of traceEdge(pair.truth)) {
      const stroke = { kind: 'stroke', mode: 'refine', radius, hardness: 0.8, snap: false, points } as const
      for (const patch of editPatches(pair.photo, alpha, stroke)) if (patch) swapPatch(alpha, patch)
      markTrack(track, alpha, stroke)
    }
    const scores = scoresOf(
      pair.truth,
      [floats(before), floats(alpha)],
      (i) => track[i] === 1 && !pair.unknown[i],
    )
    for (const [i, score] of scores.entries()) sums[i] = (sums[i] ?? 0) + score
    photos++
    console.log(lineOf(pair.name, scores))
  }
  console.log(
    lineOf(
      `mean of ${photos}`,
      sums.map((sum) => sum / photos),
    ),
  )
}

/** Mean squared error of the gradient, times 1000, before and after; then mean absolute error of alpha. */
function scoresOf(
  truth: AlphaMaskF32,
  mattes: readonly AlphaMaskF32[],
  counts: (pixel: number) => boolean,
): readonly number[] {
  const gradient = gradientMagnitude(truth)
  const results = mattes.map((matte) => {
    const own = gradientMagnitude(matte)
    let slope = 0
    let absolute = 0
    let pixels = 0
    for (let i = 0; i < own.length; i++) {
      if (!counts(i)) continue
      slope += ((own[i] ?? 0) - (gradient[i] ?? 0)) ** 2
      absolute += Math.abs((matte.data[i] ?? 0) - (truth.data[i] ?? 0))
      pixels++
    }
    return [(1000 * slope) / pixels, absolute / pixels] as const
  })
  return [...results.map(([slope]) => slope), ...results.map(([, absolute]) => absolute)]
}

const lineOf = (name: string, [before = 0, after = 0, errorBefore = 0, errorAfter = 0]: readonly number[]) =>
  `| ${name} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${(100 * (1 - after / before)).toFixed(0)} % | ${errorBefore.toFixed(4)} | ${errorAfter.toFixed(4)} |`

function markTrack(track: Uint8Array, alpha: AlphaMask8, stroke: StrokeEdit): void {
  for (const { discs, box } of strokePieces(stroke, alpha)) {
    const { data } = brushCoverage(discs, stroke.hardness, box)
    for (const [i, covered] of data.entries()) {
      const x = box.x + (i % box.width)
      if (covered > 127) track[(box.y + Math.floor(i / box.width)) * alpha.width + x] = 1
    }
  }
}

const large = { width: 4243, height: 2828 }

/** A soft disc on a textured ground, with a ragged rim. */
function largePhoto(): { readonly picture: Raster; readonly matte: AlphaMaskF32 } {
  const { width, height } = large
  const data = new Uint8ClampedArray(width * height * 4)
  const shareAt = (x: number, y: number) => {
    const rim = 40 * Math.sin(x / 9) * Math.sin(y / 11)
    return Math.min(
      1,
      Math.max(0, 0.5 + (height * 0.35 + rim - Math.hypot(x - width / 2, y - height / 2)) / 20),
    )
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const share = shareAt(x, y)
      const noise = ((x * 7919 + y * 104_729) % 17) - 8
      data[i] = 60 + 130 * share + noise
      data[i + 1] = 150 - 60 * share + 30 * Math.sin(x / 70)
      data[i + 2] = 190 - 150 * share + noise
      data[i + 3] = 255
    }
  }
  const side = 1024
  const matte = Float32Array.from({ length: side * side }, (_, i) =>
    shareAt((((i % side) + 0.5) * width) / side, ((Math.floor(i / side) + 0.5) * height) / side),
  )
  return { picture: { ...large, data }, matte: { width: side, height: side, data: matte } }
}

async function printSpeed(): Promise<void> {
  const never = new AbortController().signal
  const { picture, matte } = largePhoto()
  const alpha = refineAlpha(picture, matte)
  const cutout = { ...picture, data: picture.data.slice() }
  await cutOutByAlpha(cutout, false, { ...alpha, data: alpha.data.slice() }, never)
  const session = openEditSession({
    picture,
    hasAlpha: false,
    cutout,
    subject: null,
    alpha,
    matte,
    features: async () => null,
  })
  const timed = async (edits: ImageEdits) => {
    const [wall, cpu] = [performance.now(), process.cpuUsage()]
    await session.update(edits, never, () => {})
    return { wall: performance.now() - wall, cpu: process.cpuUsage(cpu).user / 1000 }
  }
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
  const print = (name: string, runs: readonly { readonly wall: number; readonly cpu: number }[]) =>
    console.log(
      `| ${name} | ${median(runs.map(({ wall }) => wall)).toFixed(0)} | ${median(runs.map(({ cpu }) => cpu)).toFixed(0)} |`,
    )

  console.log('\n| one more edit, 12 megapixels | ms | ms of CPU |\n| --- | ---: | ---: |')
  const edge = (i: number, brush: number, change: Partial<StrokeEdit>): Edit => {
    const points = Array.from({ length: 12 }, (_, k) => {
      const angle = i * 0.7 + (k / 12) * (300 / (large.height * 0.35))
      const reach = large.height * 0.35
      return [
        large.width / 2 + reach * Math.cos(angle),
        large.height / 2 + reach * Math.sin(angle),
        1,
      ] as const
    })
    return { kind: 'stroke', mode: 'keep', radius: brush, hardness: 0.8, snap: false, points, ...change }
  }
  const kinds: readonly [name: string, make: (i: number) => Edit][] = [
    ['stroke, radius 60', (i) => edge(i, 60, {})],
    ['stroke that follows edges, radius 20', (i) => edge(i, 20, { snap: true })],
    ['stroke that follows edges, radius 60', (i) => edge(i, 60, { snap: true })],
    ['stroke that follows edges, radius 200', (i) => edge(i, 200, { snap: true })],
    ['refine, radius 20', (i) => edge(i, 20, { mode: 'refine' })],
    ['refine, radius 60', (i) => edge(i, 60, { mode: 'refine' })],
    [
      'lasso of 600 x 600 px',
      (i) => ({
        kind: 'lasso',
        mode: 'remove',
        points: [
          [600 + i, 700],
          [1200 + i, 700],
          [1200 + i, 1300],
          [600 + i, 1300],
        ],
      }),
    ],
    ['click, without features', (i) => ({ kind: 'click', mode: 'keep', x: 300 + i * 60, y: 300 })],
  ]
  const list: Edit[] = []
  await session.prepareSliders(never)
  for (const [name, make] of kinds) {
    const runs = []
    for (let i = 0; i < 5; i++) {
      list.push(make(i))
      runs.push(await timed({ ...noEdits, list: [...list] }))
    }
    print(name, runs)
  }
  const undo = []
  for (let i = 0; i < 5; i++) undo.push(await timed({ ...noEdits, list: list.slice(0, list.length - 1 - i) }))
  print('undo', undo)
  for (const [name, key, values] of [
    ['edge shift', 'edgeShift', [3, 4, 2, -1, -3, 5]],
    ['feather', 'feather', [8, 7, 9, 6, 10, 8]],
  ] as const) {
    const [first, ...others] = values
    print(`${name} of ${first} px, the first`, [await timed({ ...noEdits, list, [key]: first })])
    const runs = []
    for (const value of others) runs.push(await timed({ ...noEdits, list, [key]: value }))
    print(`another ${name}`, runs)
  }
  print('one more stroke with feather', [
    await timed({ ...noEdits, list: [...list, edge(9, 60, {})], feather: 8 }),
  ])
  const many = Array.from({ length: 10_000 }, (_, i) =>
    edge(i * 0.37, 12, { snap: i % 10 === 0, mode: i % 2 === 0 ? 'keep' : 'remove' }),
  )
  print('10,000 strokes at once, one in ten follows edges', [await timed({ ...noEdits, list: many })])
}

if (process.env.SPEED_ONLY !== '1' && samplesAreThere) await printQuality()
await printSpeed()
process.exit(0)
