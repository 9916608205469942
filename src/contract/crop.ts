import { textSchema } from './form-schema.ts'
import { limits } from './limits.ts'

/** An aspect ratio; both numbers are positive. */
export type Ratio = { readonly width: number; readonly height: number }

/** Whether the result is cropped to the subject, and to which ratio (D-14). */
type Crop = boolean | Ratio

/**
 * Space around the subject relative to its box: `x` of the width left and right, `y` of the height above and below
 * (D-15).
 */
export type Padding = { readonly x: number; readonly y: number }

const decimal = String.raw`(\d+(?:\.\d+)?|\.\d+)`
const ratioPattern = new RegExp(`^${decimal}:${decimal}$`)
const sharePattern = new RegExp(`^${decimal}(%?)$`)

/** Parses `true`, `false`, or `W:H` with positive decimal numbers; null for anything else. */
export const parseCrop = (text: string): Crop | null => {
  if (text === 'true') return true
  if (text === 'false') return false
  const [, width, height] = ratioPattern.exec(text) ?? []
  const ratio = { width: Number(width), height: Number(height) }
  return isLength(ratio.width) && isLength(ratio.height) ? ratio : null
}

const isLength = (number: number) => Number.isFinite(number) && number > 0

/** Parses `0.1` or `10%`, or two such values as `x,y`, each from 0 to 1; null for anything else. */
export const parsePadding = (text: string): Padding | null => {
  const shares = text.split(',').map((part) => shareFrom(part.trim()))
  const [x = null, y = x] = shares
  return shares.length <= 2 && x !== null && y !== null ? { x, y } : null
}

const shareFrom = (text: string): number | null => {
  const [, digits, percent] = sharePattern.exec(text) ?? []
  const share = percent ? Number(digits) / 100 : Number(digits)
  return share >= limits.padding.min && share <= limits.padding.max ? share : null
}

/** Schema of the parameter `crop`. */
export const cropSchema = textSchema(parseCrop, { reason: 'crop_unreadable' })

/** Schema of the parameter `padding`. */
export const paddingSchema = textSchema(parsePadding, { reason: 'padding_unreadable' })

/** Formats `crop` for the API. */
export const formatCrop = (crop: Crop) =>
  typeof crop === 'boolean' ? String(crop) : `${decimalText(crop.width)}:${decimalText(crop.height)}`

/** Formats `padding` for the API. */
export const formatPadding = ({ x, y }: Padding) =>
  x === y ? decimalText(x) : `${decimalText(x)},${decimalText(y)}`

/** Formats a number without an exponent, which the API does not allow. */
const decimalText = (number: number) => {
  const text = String(number)
  return text.includes('e') ? number.toFixed(20) : text
}
