import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Raster } from '#engine/raster.ts'
import { type Change, mixedPlanes, paintJumpCut } from '#support/jump-cuts.ts'
import { readFrames, sampleClip } from './clips.ts'

/** A clip with cuts inside one room. */
export type CutCase = {
  readonly kind: string
  readonly name: string
  readonly load: () => CutClip
}

export type CutClip = {
  readonly frames: readonly Raster[]
  /** The first frames of new shots. */
  readonly cuts: readonly number[]
  /** Of the second shot, how many frames mix it with the first; they count as one of their own. */
  readonly fade?: number
}

/** How ffmpeg is asked to encode a painted clip. */
type Encoding = {
  readonly name: string
  readonly ending: string
  readonly args: readonly string[]
  readonly fps?: number
}

const h264 = (crf: number, fps = 24): Encoding => ({
  name: `H.264 crf ${crf} at ${fps} fps`,
  ending: 'mp4',
  args: ['-c:v', 'libx264', '-crf', `${crf}`, '-pix_fmt', 'yuv420p'],
  fps,
})
const otherEncodings: readonly Encoding[] = [
  {
    name: 'VP9 crf 45',
    ending: 'webm',
    args: ['-c:v', 'libvpx-vp9', '-crf', '45', '-b:v', '0', '-cpu-used', '5'],
  },
  { name: 'MPEG-4 q 12', ending: 'mp4', args: ['-c:v', 'mpeg4', '-q:v', '12'] },
]

const made = (kind: string, change: Change, encoding = h264(23)): CutCase => ({
  kind,
  name: `${JSON.stringify(change).replaceAll('"', '')}, ${encoding.name}`,
  load: () => {
    const { frames, cuts } = paintJumpCut(change)
    return {
      frames: encode(
        frames.map(({ raster }) => raster),
        encoding,
      ),
      cuts,
      fade: change.fade ?? 0,
    }
  },
})

const lengths = [20, 40, 70, 90, 110, 150, 200]
const walls = ['plain', 'grained'] as const

const madeCases: readonly CutCase[] = [
  ...walls.flatMap((wall) => [
    ...lengths.map((jump) => made('jump', { wall, jump })),
    ...[1, 8, 25].map((at) => made('when', { wall, jump: 110, at })),
    ...[40, 110].map((jump) => made('slow pan', { wall, jump, pan: 2 })),
    ...[70, 130].map((jump) => made('moving subject', { wall, jump, move: 3 })),
    made('moving subject', { wall, jump: 110, move: 8 }),
    ...[0, 30, 110].map((jump) => made('turn', { wall, jump, turn: -1 })),
    made('comes', { wall, mugs: [0, 1] }),
    ...[25, 55].map((radius) => made('comes', { wall, radius, mugs: [1, 2] })),
    made('leaves', { wall, mugs: [1, 0] }),
    made('leaves', { wall, mugs: [2, 1] }),
    ...[1.15, 1.3, 1.6].map((zoom) => made('zoom', { wall, zoom })),
    made('zoom', { wall, zoom: 1.3, jump: 60 }),
    ...[30, -30].map((light) => made('light', { wall, light, jump: 110 })),
    made('light', { wall, light: 30 }),
    ...[20, 100].map((radius) => made('size', { wall, radius, jump: 110 })),
    ...[1, 5].map((back) => made('and back', { wall, jump: 110, back })),
    made('noise', { wall, jump: 110, noise: 12 }),
    ...[2, 5, 8].map((fade) => made('fade', { wall, jump: 110, at: 24, fade })),
    ...[1, 3].map((move) => made('fade', { wall, jump: 110, move, at: 24, fade: 5 })),
    made('fade', { wall, mugs: [0, 1], at: 24, fade: 5 }),
    ...[3, 5].map((fade) => made('fade', { wall, mugs: [1, 2], at: 24, fade })),
  ]),
  ...[18, 28, 34, 40].map((crf) => made('compression', { jump: 110 }, h264(crf))),
  ...[34, 40].map((crf) => made('compression', { jump: 60, wall: 'grained' }, h264(crf))),
  ...otherEncodings.map((encoding) => made('compression', { jump: 110, wall: 'grained' }, encoding)),
  ...[30, 60].map((fps) => made('rate', { jump: 110, at: fps / 2, move: 72 / fps }, h264(28, fps))),
]

/** Clips of which frames are left out: most by a camera that stands still. */
const realClips = [
  ...['davis_car-shadow.mp4', 'davis_dog.mp4', 'davis_lucia.mp4', 'davis_parkour.mp4'],
  ...[
    'people-h264-aac_017.mp4',
    'people-no-audio_661.mp4',
    'people-no-audio_670.mp4',
    'mkv_488.mkv',
    'mkv_500.mkv',
  ],
]
const shotFrames = 10

const realCases: readonly CutCase[] = realClips.flatMap((file) =>
  [8, 20].map((left) => ({
    kind: 'real clips',
    name: `${file}, ${left} frames left out`,
    load: () => {
      const path = sampleClip(file)
      const frames = path ? readFrames({ path }).slice(0, 2 * shotFrames + left) : []
      return {
        frames: [...frames.slice(0, shotFrames), ...frames.slice(shotFrames + left)],
        cuts: [shotFrames],
      }
    },
  })),
)

const fadeAt = 24
const fadeFrames = 5

/** The same clips, faded to what they show 8 frames later. */
const realFades: readonly CutCase[] = realClips.map((file) => ({
  kind: 'real fades',
  name: `${file}, faded over ${fadeFrames} frames`,
  load: () => {
    const path = sampleClip(file)
    const frames = path ? readFrames({ path }).slice(0, fadeAt + fadeFrames + shotFrames + 8) : []
    const shown = frames.slice(0, -8).map((frame, index) => {
      const share = (index + 1 - fadeAt) / (fadeFrames + 1)
      return mixedPlanes(frame, frames[index + 8] ?? frame, Math.min(1, Math.max(0, share)))
    })
    return { frames: shown, cuts: [fadeAt, fadeAt + fadeFrames], fade: fadeFrames }
  },
}))

export const cutCases: readonly CutCase[] = [...madeCases, ...realCases, ...realFades]

/** The frames as a decoder gives them back. */
function encode(frames: readonly Raster[], { ending, args, fps = 24 }: Encoding): Raster[] {
  const [first] = frames
  if (!first) throw new Error('A clip has frames.')
  const folder = mkdtempSync(join(tmpdir(), 'clearcut-cuts-'))
  try {
    const path = join(folder, `clip.${ending}`)
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${first.width}x${first.height}`, '-r', `${fps}`]
    const input = Buffer.concat(frames.map(({ data }) => new Uint8Array(data.buffer)))
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...raw, '-i', '-', ...args, path], {
      input,
    })
    if (status !== 0) throw new Error(`${stderr}`)
    return readFrames({ path })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
