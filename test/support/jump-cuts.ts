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
  /** The first frames of new shots. */
  readonly cuts: readonly number[]
}

/** A clip of one room of which a part is cut out: all else goes on as if nothing were. */
export function paintJumpCut(change: Change, width = 480): JumpCut {
  const { wall = 'plain', noise = 3, radius = 55, at = 12, after = 12, back = 0, pan = 0, move = 0 } = change
  const { jump = 0, down = 0, turn = 1, zoom = 1, light = 0, mugs = [1, 1] } = change
  const scale = width / 480
  const room: Room = { width, height: Math.round(320 * scale), wall, noise }
  const frameAt = (number: number): RoomFrame => {
    const isAfter = number >= at && (back === 0 || number < at + back)
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
  return {
    frames: paintRoom(
      room,
      Array.from({ length: at + after }, (_, number) => frameAt(number)),
    ),
    cuts: back ? [at, at + back] : [at],
  }
}
