import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { isServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { openWorkers } from '#library/workers/open-workers.ts'
import { callWorkers } from '#library/workers/worker-calls.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { box, brand, moov, table, toFile, trak } from '#support/make-mp4.ts'
import { mutateBytes } from '#support/mutate-bytes.ts'
import { sampleVideos } from '#support/sample-videos.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { makeVideo, sampleBlob } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const hasNative = await commands.hasFfmpeg()

/** Mutations of each clip: a number, not a time, so that every machine tries the same ones. */
const mutationsEach = 4

const tools = callWorkers(openWorkers({ lastLevel: () => undefined }))

const painted = async (format: 'webm' | 'mp4' | 'gif') =>
  (await writeClip({ format, size: { width: 64, height: 48 } }, { times: evenTimes(6, 12) })).blob

const moving = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=12:duration=0.5', '-pix_fmt', 'yuv420p']
const nativeClips: readonly (readonly [args: readonly string[], extension: string])[] = [
  [['-c:v', 'libx264', '-bf', '2', '-movflags', '+faststart'], 'mp4'],
  [['-c:v', 'libx264', '-movflags', 'frag_keyframe+empty_moov', '-g', '3'], 'mp4'],
  [['-c:v', 'libx264'], 'mkv'],
  [['-c:v', 'mpeg4'], 'avi'],
  [['-c:v', 'apng', '-f', 'apng'], 'apng'],
  [['-c:v', 'libwebp_anim', '-f', 'webp'], 'webp'],
  [['-c:v', 'libaom-av1', '-cpu-used', '8', '-f', 'avif'], 'avif'],
]

const clips = async (): Promise<Blob[]> => {
  const made = await Promise.all((['webm', 'mp4', 'gif'] as const).map(painted))
  if (hasNative)
    for (const [args, extension] of nativeClips)
      made.push((await makeVideo([...moving, ...args], extension)).blob)
  for (const { file } of sampleVideos) {
    const sample = await sampleBlob(file)
    if (sample.size < 60_000) made.push(sample)
  }
  return made
}

const expectSound = (facts: VideoFacts) => {
  for (const each of [facts.durationSeconds, facts.fps, facts.width, facts.height, facts.frames]) {
    expect(Number.isFinite(each), JSON.stringify(facts)).toBe(true)
    expect(each, JSON.stringify(facts)).toBeGreaterThan(0)
  }
}

test('a damaged video is read or refused and stops no other', async () => {
  const bases = await Promise.all(
    (await clips()).map(async (clip) => new Uint8Array(await clip.arrayBuffer())),
  )
  const good = await painted('webm')
  const facts = await tools.probeVideo({ video: good })
  const random = seededRandom(9)
  for (let tried = 0; tried < bases.length * mutationsEach; tried++) {
    const bytes = mutateBytes(bases[tried % bases.length] ?? new Uint8Array(), random)
    const name = `mutation ${tried}`
    try {
      expectSound(await tools.probeVideo({ video: new Blob([bytes]) }))
    } catch (thrown) {
      if (!isServiceError(thrown)) throw thrown
      expect(thrown.code, `${name}: ${thrown.message} ${thrown.cause}`).toBe('invalid_video')
    }
  }
  expect(await tools.probeVideo({ video: good })).toEqual(facts)
})

test('a video of four billion frames is refused, the next one read', async () => {
  const hostile = toFile(
    brand,
    moov(trak(1, { stts: table('stts', [[0xffff_ffff, 0]]) })),
    box('mdat', [0, 0]),
  )
  const good = await painted('mp4')
  const [refused, facts] = await Promise.allSettled([
    tools.probeVideo({ video: hostile }),
    tools.probeVideo({ video: good }),
  ])
  expect(refused).toMatchObject({ reason: { code: 'invalid_video' } })
  expect(facts).toMatchObject({ value: { frames: 6 } })
})

test('cancelling a probe makes way for the next at once', async () => {
  const hostile = toFile(
    brand,
    moov(trak(1, { stts: table('stts', [[0xffff_ffff, 0]]) })),
    box('mdat', [0, 0]),
  )
  const abort = new AbortController()
  const reading = tools.probeVideo({ video: hostile }, { signal: abort.signal })
  const next = tools.probeVideo({ video: await painted('gif') })
  void turnEventLoop().then(() => abort.abort())
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect((await next).frames).toBe(6)
})
