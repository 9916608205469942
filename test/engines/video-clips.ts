import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#support/ffmpeg-in-node.ts'

const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']
const prores = ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le']
const hevc = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p', '-tag:v', 'hvc1']
const av1 = ['-c:v', 'libaom-av1', '-cpu-used', '8']

/** What browsers are given to read: each kind of video by what people call it, with ffmpeg's arguments for it. */
const kinds = {
  'MP4, H.264 and AAC': ['clip.mp4', ...h264, '-c:a', 'aac'],
  'MKV, H.264': ['clip.mkv', ...h264, '-c:a', 'aac'],
  'MP4, HEVC': ['hevc.mp4', ...hevc, '-c:a', 'aac'],
  'MOV, ProRes 4444': ['prores.mov', ...prores, '-c:a', 'aac'],
  'WebM, VP8': ['vp8.webm', '-c:v', 'libvpx', '-c:a', 'libvorbis'],
  'WebM, VP9 and Opus': ['vp9.webm', '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-c:a', 'libopus'],
  'WebM, VP9 with alpha': [
    'alpha.webm',
    '-vf',
    'scale=161:121',
    '-c:v',
    'libvpx-vp9',
    '-pix_fmt',
    'yuva420p',
    '-c:a',
    'libopus',
  ],
  'WebM, AV1': ['av1.webm', ...av1, '-c:a', 'libopus'],
  'animated GIF': ['clip.gif'],
  'moving picture, WebP': ['clip.webp', '-c:v', 'libwebp_anim'],
  'moving picture, APNG': ['clip.apng'],
  'moving picture, AVIF': ['clip.avif', ...av1],
} as const satisfies Readonly<Record<string, readonly [name: string, ...args: string[]]>>

export type ClipKind = keyof typeof kinds

export const clipKinds = Object.keys(kinds) as readonly ClipKind[]

const folder = mkdtempSync(join(tmpdir(), 'clearcut-engines-'))

/** A clip of four frames, 160 x 120 pixels or, with alpha, of odd sides, with a tone where its kind has sound. */
export const clipOf = (kind: ClipKind): { readonly name: string; readonly bytes: Buffer } => {
  const [name, ...args]: readonly [string, ...string[]] = kinds[kind]
  const file = join(folder, name)
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=4:duration=1']
  const tone = args.includes('-c:a') ? ['-f', 'lavfi', '-i', 'sine=duration=1'] : []
  run('ffmpeg', ['-y', ...picture, ...tone, ...args, file])
  return { name: name, bytes: readFileSync(file) }
}
