import colorNames from 'color-name'
import { textSchema } from './form-schema.ts'

/** An sRGB colour; integers from 0 to 255. */
export type Rgb = { readonly r: number; readonly g: number; readonly b: number }

const rgbPattern = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i

/** `#rgb`, `#rrggbb`, `rgb(r, g, b)` or a CSS colour name, in any case (D-11); null for anything else. */
export const parseColor = (text: string): Rgb | null => {
  const name = text.toLowerCase()
  if (isColorName(name)) return fromBytes(colorNames[name])
  if (/^#[\da-f]{6}$/.test(name)) return fromNumber(Number.parseInt(name.slice(1), 16))
  if (/^#[\da-f]{3}$/.test(name)) return fromNumber(Number.parseInt(name.slice(1).replace(/./g, '$&$&'), 16))
  return fromBytes((rgbPattern.exec(text) ?? []).slice(1).map(Number))
}

const isColorName = (name: string): name is keyof typeof colorNames => Object.hasOwn(colorNames, name)

const fromBytes = ([r, g, b]: readonly number[]): Rgb | null =>
  isByte(r) && isByte(g) && isByte(b) ? { r, g, b } : null

const isByte = (number: number | undefined): number is number => number !== undefined && number <= 255

const fromNumber = (rgb: number): Rgb => ({ r: rgb >> 16, g: (rgb >> 8) & 255, b: rgb & 255 })

/** Schema for a colour in any form of D-11. */
export const colorSchema = textSchema(parseColor, { reason: 'bg_color_unreadable' })

/** Formats a colour as `#rrggbb`. */
export const formatColor = ({ r, g, b }: Rgb) =>
  `#${((r << 16) | (g << 8) | b).toString(16).padStart(6, '0')}`

/** The default background of results without transparency (D-12). */
export const white: Rgb = { r: 255, g: 255, b: 255 }
