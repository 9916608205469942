import type { Size } from '#engine/raster.ts'
import type { Frame } from './frame.ts'

/** `frame-00001.png`; five digits are enough for five minutes of 240 frames a second. */
export const frameName = (number: number): string => `frame-${String(number).padStart(5, '0')}.png`

export type FilmTiming = {
  readonly size: Size
  readonly fps: number
  readonly isVariable: boolean
  readonly hasAlpha: boolean
}

type TextFile = { readonly name: string; readonly text: string }

/** What goes along with the pictures of a film: how to play them, and where their times vary, the time of each. */
export const listFrames = (
  { size, fps, isVariable, hasAlpha }: FilmTiming,
  times: readonly Omit<Frame, 'raster'>[],
): readonly TextFile[] => {
  const rate = `${Number(fps.toFixed(3))}${isVariable ? ' on average; timestamps.csv has the time of each frame' : ''}`
  const lines = [
    `Frames: ${times.length}`,
    `Frames per second: ${rate}`,
    `Size: ${size.width} x ${size.height}`,
    `Alpha: ${hasAlpha ? 'straight (not premultiplied)' : 'none'}`,
  ]
  const note = { name: 'frames.txt', text: `${lines.join('\n')}\n` }
  if (!isVariable) return [note]
  const rows = times.map(
    ({ timestampSeconds, durationSeconds }, index) =>
      `${frameName(index + 1)},${timestampSeconds.toFixed(6)},${durationSeconds.toFixed(6)}`,
  )
  return [note, { name: 'timestamps.csv', text: `file,seconds,duration\n${rows.join('\n')}\n` }]
}
