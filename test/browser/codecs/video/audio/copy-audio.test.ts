import { describe, expect, test } from 'vitest'
import { codedSounds, decodeSounds, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { withEditLists } from '#support/rewrite-mp4.ts'
import { makeVideo } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const seconds = 2.5
const size = { width: 64, height: 48 }
const fps = 10

const channelsOf = { mono: 1, stereo: 2, '5.1': 6, '7.1': 8 } as const

/** How long a sound may be off: a frame at 30 frames a second. */
const frameSeconds = 1 / 30

/** A video whose sound beeps for 20 ms at every half second. */
const beeping = async (
  audio: readonly string[],
  ending: string,
  {
    before = [] as readonly string[],
    layout = 'mono' as keyof typeof channelsOf,
    rate = 48_000,
    soundDelay = 0,
    pictureDelay = 0,
  } = {},
) => {
  const beep = 'if(lt(mod(t,0.5),0.02),0.7*sin(2*PI*1500*t),0)'
  const channels = Array(channelsOf[layout]).fill(beep).join('|')
  const video =
    ending === 'webm'
      ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8']
      : ['-c:v', 'libx264', '-preset', 'ultrafast']
  const { blob } = await makeVideo(
    [
      ...['-itsoffset', `${pictureDelay}`, '-f', 'lavfi', '-i', `testsrc=s=64x48:r=${fps}:d=${seconds}`],
      ...['-itsoffset', `${soundDelay}`, '-f', 'lavfi'],
      ...['-i', `aevalsrc='${channels}':s=${rate}:c=${layout}:d=${seconds}`, ...before],
      ...['-map', '0:v', '-map', '1:a', ...video, ...audio],
    ],
    ending,
  )
  return blob
}

/** When it begins to beep, in seconds, and how long it lasts. */
const beepsIn = (sound: Float32Array) => {
  const beeps: number[] = []
  for (let at = 0, quietSince = Number.NEGATIVE_INFINITY; at < sound.length; at++) {
    if (Math.abs(sound[at] ?? 0) < 0.15) continue
    if (at - quietSince > 4800) beeps.push(at / 48_000)
    quietSince = at
  }
  return { beeps, seconds: sound.length / 48_000 }
}

const beepsOf = async (...blobs: readonly [Blob, ...Blob[]]) => {
  const [first = beepsIn(new Float32Array()), ...others] = (await decodeSounds(...blobs)).map(beepsIn)
  return [first, ...others] as const
}

const write = async (format: 'webm' | 'mp4' | 'mov', audioOf: Blob) =>
  await writeClip({ format, size, audioOf }, { times: evenTimes(seconds * fps, fps) })

/** Sound that is copied, encoded anew by the browser, or decoded by ffmpeg. */
const shifted = [
  ['webm', 'libopus', 'mono'],
  ['mp4', 'aac', 'mono'],
  ['webm', 'aac', '5.1'],
  ['mp4', 'ac3', '5.1'],
] as const

const expectInTime = (beeps: readonly number[], wanted: readonly number[]) => {
  expect(beeps).toHaveLength(wanted.length)
  for (const [index, time] of wanted.entries()) {
    expect(Math.abs((beeps[index] ?? 0) - time)).toBeLessThan(0.008)
  }
}

describe.skipIf(ffmpegIsMissing)('the sound, as ffmpeg decodes it (skipped without ffmpeg)', () => {
  test.each([
    ['webm', 'libopus', 'webm', 'opus'],
    ['mp4', 'aac', 'mp4', 'aac'],
  ] as const)('of a %s is copied where it is %s already (D-35)', async (format, encoder, ending, codec) => {
    const source = await beeping(['-c:a', encoder], ending)
    const { blob, sounds } = await write(format, source)
    expect(sounds).toEqual([expect.objectContaining({ fault: null })])
    expect((await probe(blob)).audio).toMatchObject({ codec_name: codec })
    const [written, read] = await codedSounds(blob, source)
    expect(written).toBe(read)
    const [{ beeps, seconds: length }] = await beepsOf(blob)
    expectInTime(beeps, [0, 0.5, 1, 1.5, 2])
    expect(Math.abs(length - seconds)).toBeLessThan(frameSeconds)
  })

  test.each([
    ['webm', ['-c:a', 'aac'], 'mp4', {}],
    ['webm', ['-c:a', 'libvorbis'], 'webm', { layout: 'stereo', rate: 44_100 }],
    ['webm', ['-c:a', 'pcm_s16le'], 'avi', { rate: 8000 }],
    ['webm', ['-c:a', 'flac'], 'mkv', { layout: '7.1' }],
    ['webm', ['-c:a', 'ac3'], 'mkv', { layout: '5.1' }],
    ['mp4', ['-c:a', 'libopus'], 'webm', { layout: '5.1' }],
    ['mp4', ['-c:a', 'libmp3lame'], 'mp4', { layout: 'stereo', rate: 44_100 }],
    ['mov', ['-c:a', 'eac3'], 'mkv', { layout: '5.1', rate: 44_100 }],
  ] as const)('of a %s from %s in %s is encoded anew, in time', async (format, encoder, ending, options) => {
    const source = await beeping(encoder, ending, options)
    const { blob, sounds } = await write(format, source)
    expect(sounds).toEqual([expect.objectContaining({ fault: null })])
    const { audio } = await probe(blob)
    expect(audio).toMatchObject({ codec_name: format === 'webm' ? 'opus' : 'aac' })
    expect(audio?.channels).toBe(channelsOf['layout' in options ? options.layout : 'mono'])
    const [{ beeps, seconds: length }, read] = await beepsOf(blob, source)
    expectInTime(beeps, [0, 0.5, 1, 1.5, 2])
    // Codecs pad their last packet with silence, which an edit list may leave out.
    const more = length - (read?.seconds ?? 0)
    expect(more).toBeGreaterThan(-frameSeconds / 2)
    expect(more).toBeLessThan(0.05)
  })

  test("begins in time in browsers too, which skip an encoder's priming", async () => {
    const { blob } = await write('webm', await beeping(['-c:a', 'aac'], 'mp4'))
    expect(Number((await probe(blob)).audio?.start_time)).toBeCloseTo(-312 / 48_000, 2)
    const context = new OfflineAudioContext(1, 1, 48_000)
    const heard = (await context.decodeAudioData(await blob.arrayBuffer())).getChannelData(0)
    expect(heard.findIndex((value) => Math.abs(value) > 0.15) / 48_000).toBeLessThan(0.008)
  })

  test.each(shifted)('of a %s from %s, %s, begins where its source does', async (format, encoder, layout) => {
    const late = await beeping(['-c:a', encoder], 'mkv', { layout, soundDelay: 0.7 })
    const early = await beeping(['-c:a', encoder], 'mkv', { layout, pictureDelay: 0.3 })
    const [ofLate, ofEarly] = await beepsOf(
      (await write(format, late)).blob,
      (await write(format, early)).blob,
    )
    expectInTime(ofLate.beeps, [0.7, 1.2, 1.7, 2.2, 2.7])
    // Before the first picture there is no sound.
    expectInTime(ofEarly?.beeps ?? [], [0.2, 0.7, 1.2, 1.7])
  })

  test('is silent where the source has a gap', async () => {
    const before = ['-af', "aselect='not(between(t,0.6,1.9))'"]
    const source = await beeping(['-c:a', 'pcm_s16le'], 'mkv', { before, layout: 'stereo' })
    const { blob, sounds } = await write('webm', source)
    expect(sounds).toEqual([expect.objectContaining({ fault: null })])
    expectInTime((await beepsOf(blob))[0].beeps, [0, 0.5, 2])
  })

  test('of several segments plays with their pictures, silent between them', async () => {
    const source = await withEditLists(await beeping(['-c:a', 'aac'], 'mp4'), [
      { lasting: 0.6, from: 1.4 },
      { lasting: 0.25, from: null },
      { lasting: 1, from: 0.3 },
    ])
    for (const format of ['webm', 'mp4'] as const) {
      const { blob, sounds } = await writeClip(
        { format, size, audioOf: source },
        { times: evenTimes(37, 20) },
      )
      expect(sounds).toEqual([expect.objectContaining({ fault: null })])
      const [{ beeps, seconds: length }] = await beepsOf(blob)
      expectInTime(beeps, [0.1, 1.05, 1.55])
      expect(Math.abs(length - 1.85)).toBeLessThan(frameSeconds * 1.5)
    }
  })

  test('of a matte is left out (D-34)', async () => {
    const source = await beeping(['-c:a', 'aac'], 'mp4')
    const { blob } = await writeClip(
      { format: 'webm', size, audioOf: source, isMatte: true },
      { times: [0, 0.1] },
    )
    expect((await probe(blob)).audio).toBeUndefined()
  })

  test('goes on after broken packets', async () => {
    const whole = await beeping(['-c:a', 'flac'], 'mkv', { layout: 'stereo' })
    const bytes = new Uint8Array(await whole.arrayBuffer())
    // In the middle of the media data, not in the tables that list it.
    for (let at = bytes.length * 0.5; at < bytes.length * 0.52; at += 7) bytes.fill(0x5a, at, at + 1)
    const { blob, frames } = await write('mp4', new Blob([bytes]))
    expect(frames).toBe(seconds * fps)
    const [{ beeps }] = await beepsOf(blob)
    expect(beeps.length).toBeGreaterThanOrEqual(4)
    expect(beeps.at(-1)).toBeCloseTo(2, 1)
  })
})
