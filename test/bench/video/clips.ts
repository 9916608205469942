import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import type { Size } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

const folder = new URL('../../../../shared/samples/videos/', import.meta.url)

export type Clip = { readonly name: string; readonly path: string; readonly truthPath: string }

/** The sample clips that have a true matte for every frame; none where the samples are not here. */
export const listClips = (): Clip[] =>
  !existsSync(folder)
    ? []
    : readdirSync(folder)
        .filter((file) => file.endsWith('.matte.mkv'))
        .sort()
        .map((file) => {
          const name = file.replace('.matte.mkv', '')
          return {
            name,
            path: new URL(`${name}.mp4`, folder).pathname,
            truthPath: new URL(file, folder).pathname,
          }
        })

/** The path of a sample clip; undefined where it is not here. */
export const sampleClip = (name: string): string | undefined => {
  const { pathname } = new URL(name, folder)
  return existsSync(pathname) ? pathname : undefined
}

/** All frames of a clip, decoded by the ffmpeg of this machine. */
export const readFrames = ({ path }: Pick<Clip, 'path'>): Raster[] => decode(path, 'rgba', 4)

/** The true mattes: 255 where the labelled object is, hard edges. */
export const readTruth = ({ truthPath }: Clip): AlphaMask8[] => decode(truthPath, 'gray', 1)

function decode(path: string, format: 'rgba' | 'gray', channels: number): AlphaMask8[] {
  const { width, height } = sizeOf(path)
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-pix_fmt',
    format,
    '-',
  ]
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 2 ** 31 })
  const bytes = width * height * channels
  return Array.from({ length: Math.floor(stdout.length / bytes) }, (_, i) => ({
    width,
    height,
    data: Uint8ClampedArray.from(stdout.subarray(i * bytes, (i + 1) * bytes)),
  }))
}

function sizeOf(path: string): Size {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'stream=width,height',
    '-of',
    'json',
    path,
  ]
  const { streams } = JSON.parse(spawnSync('ffprobe', args, { encoding: 'utf8' }).stdout) as {
    streams: Size[]
  }
  const [stream] = streams
  if (!stream) throw new Error(`No video in ${path}.`)
  return stream
}
