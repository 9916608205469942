import sharp from 'sharp'
import type { BrowserCommand } from 'vitest/node'

/** A file as libvips opens it, which shares no code with the studio. */
export type Opened = {
  readonly format: string
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
  /** Pixels an inch; null where the file names none. */
  readonly dpi: number | null
  /** RGBA of the four corners. */
  readonly corners: readonly (readonly number[])[]
  /** The share of the frame's longer side that what differs from the first corner fills, along its own longer side. */
  readonly share: number
  /**
   * Whether every pixel that is further from that than two blocks of a JPEG has the colour of the first corner exactly.
   */
  readonly isPlain: boolean
}

/** By how much a pixel of a lossy file may differ from its ground. */
const slack = 24

/** Opens a picture for a browser test. `file` is base64. */
export const openBySharp: BrowserCommand<[file: string]> = async (_, file): Promise<Opened> => {
  const bytes = Buffer.from(file, 'base64')
  const { format, density, hasAlpha } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
  const ground = at(0, 0)
  const box = { left: width, top: height, right: -1, bottom: -1 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      if (ground.every((value, channel) => Math.abs(value - (data[from + channel] ?? 0)) <= slack)) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
    }
  const blockPx = 32
  let isPlain = true
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isAcross = x >= box.left - blockPx && x <= box.right + blockPx
      if (isAcross && y >= box.top - blockPx && y <= box.bottom + blockPx) continue
      isPlain &&= at(x, y).join() === ground.join()
    }
  const share = Math.max((box.right - box.left + 1) / width, (box.bottom - box.top + 1) / height)
  return {
    format,
    width,
    height,
    hasAlpha,
    share,
    isPlain,
    dpi: density ?? null,
    corners: [at(0, 0), at(width - 1, 0), at(0, height - 1), at(width - 1, height - 1)],
  }
}

/** A moving picture as libvips opens it. */
export type OpenedFrames = {
  readonly width: number
  readonly height: number
  /** How often it plays; 0 for ever. */
  readonly loop: number | null
  /** Of each frame, in milliseconds. */
  readonly delays: readonly number[]
  /** RGBA of all frames, one below the other, in base64. */
  readonly pixels: string
}

/** Opens all frames of a moving WebP or GIF for a browser test. `file` is base64. */
export const openFramesBySharp: BrowserCommand<[file: string]> = async (_, file): Promise<OpenedFrames> => {
  const bytes = Buffer.from(file, 'base64')
  const { width = 0, pageHeight = 0, loop, delay = [] } = await sharp(bytes, { animated: true }).metadata()
  const pixels = await sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer()
  return { width, height: pageHeight, loop: loop ?? null, delays: delay, pixels: pixels.toString('base64') }
}
