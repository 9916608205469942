import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Clips that this machine's ffmpeg makes and inspects, for tests in Node. */

export const run = (tool: 'ffmpeg' | 'ffprobe', args: readonly string[]): Buffer =>
  execFileSync(tool, ['-v', 'error', ...args], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] })

export const hasFfmpeg = ((): boolean => {
  try {
    run('ffprobe', ['-version'])
    return true
  } catch {
    return false
  }
})()

const folder = mkdtempSync(join(tmpdir(), 'clearcut-clips-'))

/** A slow pan over a picture that ships with the studio, with a tone by ffmpeg's encoder `audio`; H.264 in an MP4. */
export const panningClip = ({
  frames = 24,
  fps = 12,
  width = 320,
  height = 240,
  audio = 'aac',
} = {}): Buffer => {
  const file = join(folder, `pan-${frames}-${fps}-${width}x${height}-${audio}.mp4`)
  if (existsSync(file)) return readFileSync(file)
  const seconds = String(frames / fps)
  run('ffmpeg', [
    ...['-y', '-framerate', String(fps), '-i', 'public/samples/plush-fox.jpg'],
    ...['-f', 'lavfi', '-i', 'sine=440:sample_rate=48000'],
    // Decoded and scaled once, then repeated.
    ...[
      '-vf',
      `scale=${width + 24}:-2,loop=-1:1,crop=${width}:${height}:n/2:(ih-oh)/2`,
      '-pix_fmt',
      'yuv420p',
    ],
    ...['-t', seconds, '-c:v', 'libx264', '-g', '12', '-c:a', audio, file],
  ])
  return readFileSync(file)
}

/** A red square that moves 50 times a second, in 10 frames of two fields each, the upper one first; H.264 in an MP4. */
export const interlacedClip = (): Buffer => {
  const file = join(folder, 'interlaced.mp4')
  const [ground, square] = ['gray:s=192x128', 'red:s=40x60'].map((picture) => `color=${picture}:r=50:d=0.4`)
  const moving = `${ground},format=rgb24[g];${square}[m];[g][m]overlay=x=n*3:y=30:format=rgb,format=yuv420p`
  run('ffmpeg', [
    ...['-y', '-f', 'lavfi', '-i', `${moving},tinterlace=interleave_top,setfield=tff`, '-r', '25'],
    ...['-c:v', 'libx264', '-qp', '4', '-x264opts', 'tff=1', '-flags', '+ildct+ilme', file],
  ])
  return readFileSync(file)
}

/** A clip that plays so many times over. Nothing is encoded again: 12 minutes of AAC take ffmpeg 8 s. */
export const repeatedClip = (clip: Buffer, times: number): Buffer => {
  const once = kept(clip)
  run('ffmpeg', ['-stream_loop', String(times - 1), '-i', once, '-c', 'copy', '-f', 'mp4', `${once}.mp4`])
  return readFileSync(`${once}.mp4`)
}

/** A clip whose download ended in the middle of its media data; the tables before it list all frames. */
export const brokenOff = (clip: Buffer): Buffer => {
  const whole = kept(clip)
  run('ffmpeg', ['-y', '-i', whole, '-c', 'copy', '-movflags', '+faststart', '-f', 'mp4', `${whole}.mp4`])
  const bytes = readFileSync(`${whole}.mp4`)
  return bytes.subarray(0, Math.floor(bytes.length * 0.6))
}

export type Probed = {
  readonly streams: readonly Readonly<Record<string, unknown>>[]
  readonly format: Readonly<Record<string, string>>
}

/** What ffprobe says of a file; every frame is counted. */
export const probeFile = (bytes: Buffer): Probed =>
  JSON.parse(
    run('ffprobe', ['-show_streams', '-show_format', '-count_frames', '-of', 'json', kept(bytes)]).toString(),
  )

/** What ffmpeg complains of in a file while it decodes all of it; empty where nothing is wrong. */
export const complaintsOf = (bytes: Buffer): string =>
  spawnSync('ffmpeg', ['-v', 'error', '-i', kept(bytes), '-f', 'null', '-'], { encoding: 'utf8' }).stderr

/** The alpha of every frame, a byte a pixel, as `decoder` reads it. */
export const alphaOf = (bytes: Buffer, decoder: readonly string[] = []): Buffer =>
  run('ffmpeg', [
    ...[...decoder, '-i', kept(bytes), '-vf', 'format=yuva444p,alphaextract,format=gray'],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
  ])

/** The colours of every frame at this size, three bytes a pixel. */
export const rgbOfFrames = (bytes: Buffer, width: number, height: number): Buffer =>
  run('ffmpeg', [
    ...['-i', kept(bytes), '-vf', `scale=${width}:${height}:flags=neighbor`],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
  ])

let files = 0
export const kept = (bytes: Buffer): string => {
  const file = join(folder, `result-${files++}`)
  writeFileSync(file, bytes)
  return file
}
