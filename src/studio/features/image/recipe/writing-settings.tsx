import type { Size } from '#base/geometry.ts'
import { canBeLossless, isDeep, isLossy } from '#contract/result-file.ts'
import { answerOf, isPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { savedSize } from '#library/pictures/result-options.ts'
import { keepsPixels, toFileWriting, toImageOptions } from '#library/recipe/recipe.ts'
import { useEditedItem } from '#studio/features/image/edit/edited-item.ts'
import { useFileSize } from '#studio/features/image/export/use-file-size.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { Range, SetValue, Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const { export: texts } = messages.image.settings

/** The seconds that an AVIF takes, as measured on a laptop. */
const avifSeconds = ({ width, height }: Size, depth: 8 | 16): number =>
  (width * height * (depth === 16 ? 0.85 : 0.6)) / 1e6

const depthChoices = (['8', '16'] as const).map((value) => ({
  value,
  label: texts.depths[value],
  ...(value === '16' && { hint: texts.depthHelp }),
}))

/** Options of writing the file besides its format, and the resulting size. */
export function WritingSettings() {
  const [recipe, change] = useItemRecipe(isPicture)
  const { item } = useEditedItem()
  const { format, quality, isLossless, depth, maxBytes, inSrgb } = recipe
  const answer = item && answerOf(item)
  const isKept = keepsPixels(recipe)
  // The viewer already makes a plain PNG and shows its size.
  const isMeasured = isLossy(format) || toFileWriting(recipe) !== null
  return (
    <>
      {isDeep(format) ? (
        <Segmented
          legend={texts.depth}
          choices={depthChoices}
          value={depth === 16 ? '16' : '8'}
          onChange={(bits) => change({ depth: bits === '16' ? 16 : 8 })}
        />
      ) : null}
      {canBeLossless(format) ? (
        <Switch
          label={texts.lossless}
          hint={texts.losslessHelp}
          checked={isLossless}
          onChange={(checked) => change({ isLossless: checked })}
        />
      ) : null}
      {isLossy(format) && !isKept ? (
        <Range
          label={texts.quality}
          value={quality[format]}
          min={1}
          max={100}
          step={1}
          text={texts.qualityValue(quality[format])}
          onChange={(value) => change({ quality: { ...quality, [format]: value } })}
        />
      ) : null}
      {isLossy(format) && !isKept && maxBytes !== null ? (
        <SetValue text={texts.maxBytes(maxBytes)} onRemove={() => change({ maxBytes: null })} />
      ) : null}
      {inSrgb ? <SetValue text={texts.inSrgb} onRemove={() => change({ inSrgb: false })} /> : null}
      {format === 'avif' && answer ? (
        <p className="text-xs text-ink-soft">
          {texts.takes(formatTimeLeft(avifSeconds(savedSize(toImageOptions(recipe), answer), depth)))}
        </p>
      ) : null}
      {format === 'avif' && depth === 16 ? <p className="text-xs text-ink-soft">{texts.tenBits}</p> : null}
      {isMeasured && item?.phase === 'done' ? <MeasuredSize item={item} /> : null}
    </>
  )
}

function MeasuredSize({ item }: { readonly item: PictureItem }) {
  const { bytes, secondsLeft, isFailed } = useFileSize(item)
  return (
    <p className="flex justify-between text-xs text-ink-soft">
      {texts.fileSize}
      <span className="figures">
        {bytes !== null
          ? texts.fileBytes(bytes)
          : isFailed
            ? texts.notMeasured
            : texts.measuring(secondsLeft)}
      </span>
    </p>
  )
}
