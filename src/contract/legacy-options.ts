import { parsePadding } from './crop.ts'
import type { FieldReasons, Reason } from './error-reasons.ts'
import type { TextForm } from './form-schema.ts'
import { apiVideoFormatNames, imageFormatNames } from './output-formats.ts'

/** Legacy presets by name (Spec, Compatibility alias). */
const sizes: TextForm = {
  auto: 'full',
  '4k': 'full',
  '50MP': 'full',
  small: 'preview',
  regular: 'preview',
}

/** Replaces margins in pixels, which are ignored (D-60). */
const defaultPadding = '10%'

/** `roi`, and all parameters of shadows and background images (D-60). */
const unsupportedNames = /^(roi|(add_)?shadow(_.+)?|(bg|background)_image(_.+)?)$/

/** Parameters that move the subject; only neutral values are accepted (D-60). */
const movingNames = ['scale', 'position']

/** Whether a legacy form requests colours and alpha in a ZIP (D-61). */
export const isZipForm = ({ format }: TextForm): boolean => format === 'zip'

/** Whether the image has no transparency. A mask stays PNG by default, since that is sharper. */
const isOpaqueForm = ({ bg_color, channels }: TextForm): boolean =>
  channels === 'rgb' || (Boolean(bg_color) && channels !== 'alpha')

/**
 * Translates a form of the compatibility alias into a form of the current contract (Spec, Compatibility alias; D-60,
 * D-61). Other fields stay as they are, so `type`, `type_level` and `semitransparency` are treated like every unknown
 * field.
 * @param kind image or video, for its formats and parameters @param names the names of all non-empty fields, files
 * included @param canZip whether the service makes what is in such a ZIP @returns the current form, and the reasons to
 * refuse the request
 */
export const fromLegacyForm = (
  form: TextForm,
  kind: 'image' | 'video',
  names: Iterable<string> = Object.keys(form),
  canZip = false,
): { readonly form: TextForm; readonly found: FieldReasons } => {
  const found: Record<string, readonly Reason[]> = {}
  const current: Record<string, string | undefined> = { ...form }
  delete current.crop_margin

  for (const name of names)
    if (unsupportedNames.test(name))
      found[name] = [{ reason: 'legacy_parameter_unsupported', params: { name } }]
  for (const name of movingNames)
    if (form[name] && form[name] !== 'original')
      found[name] = [{ reason: 'legacy_parameter_unsupported', params: { name } }]
  if (form.format === 'auto' || isZipForm(form)) {
    delete current.format
    const formats = kind === 'image' ? imageFormatNames : apiVideoFormatNames
    if (kind === 'video' || (isZipForm(form) && !canZip))
      found.format = [{ reason: 'legacy_format_unsupported', params: { format: form.format ?? '', formats } }]
    else if (isOpaqueForm(form) && !isZipForm(form)) current.format = 'jpg'
  }
  if (form.size && Object.hasOwn(sizes, form.size)) current.size = sizes[form.size]
  if (form.bg_color && /^([\da-f]{3}|[\da-f]{6})$/i.test(form.bg_color))
    current.bg_color = `#${form.bg_color}`
  if (form.crop_margin && kind === 'video')
    found.crop_margin = [{ reason: 'parameter_of_images', params: { name: 'crop_margin' } }]
  else if (form.crop_margin && !form.padding) {
    const padding = paddingOfMargin(form.crop_margin)
    if (padding === null) found.crop_margin = [{ reason: 'crop_margin_unreadable' }]
    else current.padding = padding
  }
  return { form: current, found }
}

/**
 * Converts a margin: `10%` → `10%`; `5% 10%` (vertical, horizontal) → `10%,5%`; in pixels or negative → `10%`; null if
 * invalid.
 */
const paddingOfMargin = (margin: string): string | null => {
  const parts = margin.trim().split(/\s+/)
  if (parts.length > 4 || !parts.every((part) => /^[-+]?(\d+|\d*\.\d+)(%|px)?$/i.test(part))) return null
  if (parts.some((part) => !part.endsWith('%'))) return defaultPadding
  const padding = parts.toReversed().join(',')
  return parsePadding(padding) === null ? null : padding
}
