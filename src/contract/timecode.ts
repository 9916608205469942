import * as v from 'valibot'

/** The timecode of a clip's first frame (SMPTE ST 12-1). */
export const timecodeSchema = v.object({
  /** Frames since midnight. */
  startFrame: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Exact frames per second: 24, 25, or 29.97 for a count of 30. */
  rate: v.pipe(v.number(), v.minValue(1), v.maxValue(1000)),
  /** Whether each minute skips two numbers, four at 60 fps, except every tenth minute. */
  isDropFrame: v.boolean(),
})

/** The timecode of a clip's first frame. */
export type Timecode = Readonly<v.InferOutput<typeof timecodeSchema>>

/** Numbers skipped at the start of a minute. */
const droppedOf = (counted: number) => (counted === 60 ? 4 : 2)

const pad = (value: number) => String(value).padStart(2, '0')

/** Formats `01:02:03:04`; `01:02:03;04` for drop frame. */
export const formatTimecode = ({ startFrame, rate, isDropFrame }: Timecode): string => {
  const counted = Math.round(rate)
  const frame = isDropFrame ? withDropped(startFrame, counted) : startFrame
  const seconds = Math.floor(frame / counted)
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map(pad).join(':')}${isDropFrame ? ';' : ':'}${pad(frame % counted)}`
}

const withDropped = (frame: number, counted: number): number => {
  const dropped = droppedOf(counted)
  const perMinute = counted * 60 - dropped
  const perTenMinutes = perMinute * 10 + dropped
  const [tens, rest] = [Math.floor(frame / perTenMinutes), frame % perTenMinutes]
  const minutes = rest < counted * 60 ? 0 : 1 + Math.floor((rest - counted * 60) / perMinute)
  return frame + dropped * (tens * 9 + minutes)
}

/** Parses the timecode of a clip of `fps` frames per second; null if invalid. */
export const parseTimecode = (text: string, fps: number): Timecode | null => {
  const found = /^(\d\d):(\d\d):(\d\d)([:;.])(\d\d)$/.exec(text.trim())
  const counted = Math.round(fps)
  if (!found || counted < 1) return null
  const [, hours, minutes, seconds, sign, frames] = found
  const allMinutes = Number(hours) * 60 + Number(minutes)
  const isDropFrame = sign !== ':'
  const numbered = (allMinutes * 60 + Number(seconds)) * counted + Number(frames)
  const dropped = isDropFrame ? droppedOf(counted) * (allMinutes - Math.floor(allMinutes / 10)) : 0
  return { startFrame: Math.max(0, numbered - dropped), rate: fps, isDropFrame }
}

/** Number of frames per 24 hours of timecode; of NTSC without drop frame they last longer than a day. */
const framesToMidnight = ({ rate, isDropFrame }: Timecode): number => {
  const counted = Math.round(rate)
  return counted * 86_400 - (isDropFrame ? droppedOf(counted) * 9 * 6 * 24 : 0)
}

/** The timecode of the frame at a time of a clip. Restarts after 24 hours. */
export const timecodeAt = (timecode: Timecode, seconds: number): Timecode => {
  const frame = timecode.startFrame + Math.round(seconds * timecode.rate)
  return { ...timecode, startFrame: frame % framesToMidnight(timecode) }
}
