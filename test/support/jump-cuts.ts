import type { Raster } from '#engine/raster.ts'
import { type Mug, type PaintedFrame, paintRoom, type Room, type RoomFrame } from './painted-room.ts'

/** What is not as usual in a clip that is cut; lengths as in a file that is 480 pixels wide. */
export type Change = {
  readonly wall?: Room['wall']
  /** Of the camera, in levels of 255. */
  readonly noise?: number
  /** Half the height of a mug. */
  readonly radius?: number
  /** The first frame after the cut, and how many frames come from there on. */
  readonly at?: number
  readonly after?: number
  /** After so many frames the clip is cut back; never where 0. */
  readonly back?: number
  /** So many frames from `at` on mix both shots; the second one is alone after these. */
  readonly fade?: number
  /** How far the camera and the mugs move a frame, before and after. */
  readonly pan?: number
  readonly move?: number
  /** How much further to the right and down the mugs are after the cut. */
  readonly jump?: number
  readonly down?: number
  /** Where the handle points after the cut. */
  readonly turn?: number
  /** How much larger and brighter the picture is after the cut. */
  readonly zoom?: number
  readonly light?: number
  /** How many mugs there are before and after. */
  readonly mugs?: readonly [number, number]
}

export type JumpCut = {
  readonly frames: readonly PaintedFrame[]
  /** The first frames of new shots; the frames of a fade are one, too. */
  readonly cuts: readonly number[]
}

/** A clip of one room of which a part is cut out: all else goes on as if nothing were. */
export function paintJumpCut(change: Change, width = 480): JumpCut {
  const {
    wall = 'plain',
    noise = 3,
    radius = 55,
    at = 12,
    after = 12,
    back = 0,
    pan = 0,
    move = 0,
    fade = 0,
  } = change
  const { jump = 0, down = 0, turn = 1, zoom = 1, light = 0, mugs = [1, 1] } = change
  const scale = width / 480
  const room: Room = { width, height: Math.round(320 * scale), wall, noise }
  const frameAt = (number: number, isAfter: boolean): RoomFrame => {
    const x = 130 + (move - pan) * number + (isAfter ? jump : 0)
    const y = 195 + (isAfter ? down : 0)
    const size = isAfter ? zoom : 1
    const mugAt = (x: number, y: number): Mug => ({
      x: scale * (240 + (x - 240) * size),
      y: scale * (160 + (y - 160) * size),
      radius: scale * radius * size,
      turn: isAfter ? turn : 1,
    })
    const all = [mugAt(x, y), mugAt(x + 200, y - 20), mugAt(x + 100, y - 60)]
    return {
      mugs: all.slice(0, mugs[isAfter ? 1 : 0]),
      pan: scale * pan * number,
      zoom: size,
      light: isAfter ? light : 0,
    }
  }
  const numbers = Array.from({ length: at + fade + after }, (_, number) => number)
  const paint = (from: number) =>
    paintRoom(
      room,
      numbers.map((number) => frameAt(number, number >= from && (back === 0 || number < from + back))),
    )
  const frames = paint(at)
  const faded = fade ? paint(at + fade) : []
  for (let n = 0; n < fade; n++) {
    const [second, first] = [frames[at + n], faded[at + n]]
    if (first && second) frames[at + n] = mixed(first, second, (n + 1) / (fade + 1))
  }
  const next = at + (fade || back)
  return { frames, cuts: next > at ? [at, next] : [at] }
}

const mixed = (first: PaintedFrame, second: PaintedFrame, share: number): PaintedFrame => ({
  raster: mixedPlanes(first.raster, second.raster, share),
  truth: mixedPlanes(first.truth, second.truth, share),
})

/** `share` of the second picture, the rest of the first. */
export const mixedPlanes = (first: Raster, second: Raster, share: number): Raster => ({
  ...first,
  data: first.data.map((value, i) => value + share * ((second.data[i] ?? 0) - value)),
})
