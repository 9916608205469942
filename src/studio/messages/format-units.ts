import { locale } from './language.ts'

// The symbols of units (B, kB, MB, s, min, h) are international, ISO 80000; only the numbers depend on the language.

const numbers = new Intl.NumberFormat(locale)
const digits = new Intl.NumberFormat(locale, { useGrouping: false })
const plurals = new Intl.PluralRules(locale)

/** `1,240` */
export const formatNumber = (value: number): string => numbers.format(value)

/** `0.8`, `12.0`: with exactly so many decimals. */
export const formatDecimal = (value: number, decimals: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** `62 %`, `2.1 %`: `percent` with exactly so many decimals. */
export const formatPercent = (percent: number, decimals = 0): string =>
  `${formatDecimal(percent, decimals)} %`

/** A noun in the forms that the language needs: English has `one` and `other`, others have more (CLDR). */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** The form of a noun or sentence that belongs to `count`. */
export const plural = (count: number, forms: PluralForms): string =>
  forms[plurals.select(count)] ?? forms.other

/** `1 picture`, `3 pictures` */
export const formatCount = (count: number, forms: PluralForms): string =>
  `${formatNumber(count)} ${plural(count, forms)}`

/** `a`, `a and b`, `a, b and c` */
export const formatList = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)

/** `640 kB`, `4.1 MB`, `94 MB`, `2.4 GB`: units of 1,000, as file managers and the contract count (D-5). */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  const megabytes = bytes / 1_000_000
  if (megabytes >= 999.5) return `${formatDecimal(megabytes / 1000, 1)} GB`
  return `${megabytes < 10 ? formatDecimal(megabytes, 1) : formatNumber(Math.round(megabytes))} MB`
}

/** `41` and `94 MB`: both in the unit of the total. */
export const formatByteProgress = ({
  loaded,
  total,
}: {
  readonly loaded: number
  readonly total: number
}): { readonly loaded: string; readonly total: string } => {
  const unit = total < 1_000_000 ? 1000 : 1_000_000
  const inUnit = (bytes: number) => formatNumber(Math.round(bytes / unit))
  return { loaded: inUnit(loaded), total: `${inUnit(total)} ${unit === 1000 ? 'kB' : 'MB'}` }
}

/** `4032 × 3024` */
export const formatPixelSize = ({ width, height }: { width: number; height: number }): string =>
  `${digits.format(width)} × ${digits.format(height)}`

/** `23.98`, `30`: frames per second. */
export const formatFrameRate = (fps: number): string =>
  fps.toLocaleString(locale, { maximumFractionDigits: fps < 10 ? 1 : 2 })
