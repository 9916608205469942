import { describe, expect, test } from 'vitest'
import { codedSounds, decodeChannels, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { makeVideo } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const stepHz = 40

/** Two seconds of picture, and of sound with a tone of its own in each channel: 40 Hz, 80 Hz, 120 Hz … */
const surround = async (audio: readonly string[], ending: string, layout: string, channels: number) => {
  const tones = Array.from({ length: channels }, (_, at) => `0.3*sin(2*PI*${(at + 1) * stepHz}*t)`)
  const video =
    ending === 'webm' ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'] : ['-c:v', 'libx264']
  const { blob } = await makeVideo(
    [
      ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=2'],
      ...['-f', 'lavfi', '-i', `aevalsrc='${tones.join('|')}':s=48000:c=${layout}:d=2`],
      ...[...video, '-pix_fmt', 'yuv420p', ...audio, '-strict', '-2'],
    ],
    ending,
  )
  return blob
}

const write = (format: 'webm' | 'mp4' | 'mov', audioOf: Blob) =>
  writeClip({ format, size: { width: 64, height: 48 }, audioOf }, { times: evenTimes(10, 5) })

/** Samples a second to look for the tones in. */
const rate = 8000

/** The tone that is strongest in a second of a channel, counted from 1; 0 where the channel is silent. */
const toneOf = (sound: Float32Array): number => {
  const second = sound.subarray(rate / 2, (rate * 3) / 2)
  const strengths = Array.from({ length: 8 }, (_, tone) => {
    let [re, im] = [0, 0]
    for (let at = 0; at < second.length; at++) {
      const angle = (2 * Math.PI * (tone + 1) * stepHz * at) / rate
      re += (second[at] ?? 0) * Math.cos(angle)
      im += (second[at] ?? 0) * Math.sin(angle)
    }
    return Math.hypot(re, im)
  })
  const most = Math.max(...strengths)
  return most < rate / 480 ? 0 : strengths.indexOf(most) + 1
}

const tonesOf = async (blob: Blob, channels: number) =>
  (await decodeChannels(blob, channels, rate)).map(toneOf)

describe.skipIf(ffmpegIsMissing)('surround sound, as ffmpeg decodes it (skipped without ffmpeg)', () => {
  test.each([
    ['webm', ['-c:a', 'aac'], 'mp4', '5.1', 6],
    ['webm', ['-c:a', 'libvorbis'], 'webm', '5.1', 6],
    ['mp4', ['-c:a', 'libopus'], 'webm', '5.1', 6],
    ['mp4', ['-c:a', 'eac3'], 'mkv', '5.1(side)', 6],
    ['mp4', ['-c:a', 'flac'], 'mkv', 'quad', 4],
    ['mp4', ['-c:a', 'flac'], 'mkv', '5.0', 5],
    ['mp4', ['-c:a', 'flac'], 'mkv', '7.1', 8],
    ['mov', ['-c:a', 'pcm_s16le'], 'mov', '5.1', 6],
  ] as const)(
    'in a %s from %j in %s keeps every channel of %s in its place',
    async (format, audio, ending, layout, channels) => {
      const { blob, sounds } = await write(format, await surround(audio, ending, layout, channels))
      expect(sounds).toEqual([expect.objectContaining({ fault: null })])
      expect((await probe(blob)).audio).toMatchObject({
        codec_name: format === 'webm' ? 'opus' : 'aac',
        channels,
        channel_layout: layout.replace('(side)', ''),
      })
      expect(await tonesOf(blob, channels)).toEqual(Array.from({ length: channels }, (_, at) => at + 1))
    },
  )

  test('of 5.0 goes into a WebM as 5.1, with nothing below', async () => {
    const { blob } = await write('webm', await surround(['-c:a', 'flac'], 'mkv', '5.0', 5))
    expect((await probe(blob)).audio).toMatchObject({ channel_layout: '5.1' })
    expect(await tonesOf(blob, 6)).toEqual([1, 2, 3, 0, 4, 5])
  })

  test.each([
    ['webm', 'libopus', 'mp4'],
    ['mov', 'aac', 'mkv'],
  ] as const)('in a %s is copied if it is %s, in %s (D-35)', async (format, encoder, ending) => {
    const source = await surround(['-c:a', encoder], ending, '5.1', 6)
    const { blob } = await write(format, source)
    const [written, read] = await codedSounds(blob, source)
    expect(written).toBe(read)
    expect((await probe(blob)).audio).toMatchObject({ channels: 6, channel_layout: '5.1' })
    expect(await tonesOf(blob, 6)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
