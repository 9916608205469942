import { limits } from '#contract/limits.ts'
import { sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { type CropRatio, cropRatios } from '#library/recipe/recipe.ts'
import { CanvasFields } from '#studio/composition/canvas-fields.tsx'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { NumberField, Range, SetValue, Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const texts = messages.image.settings.crop

const { sizes, size: sizeText } = messages.image.settings.export

/** Largest first. */
const sizeChoices = [...sizePresetNames]
  .sort((a, b) => sizePresets[b].maxPixels - sizePresets[a].maxPixels)
  .map((value) => ({ value, label: sizes[value].label, hint: sizes[value].hint }))

const ratioChoices = cropRatios.map((value: CropRatio) => ({
  value,
  label: value === 'free' ? texts.free : value,
}))

const fitChoices = (['contain', 'cover', 'scale-down'] as const).map((value) => ({
  value,
  ...texts.fits[value],
}))

/** The part of the picture in the file, and its size in pixels. */
export function CropPanel() {
  const [recipe, change] = useItemRecipe(isPicture)
  // A canvas replaces the crop.
  const canCrop = recipe.channels === 'alpha' || recipe.composition.canvas === null
  const { min, max } = limits.outputSide
  return (
    <>
      {recipe.channels === 'alpha' ? null : <CanvasFields value={recipe} onChange={change} />}
      <Segmented
        legend={sizeText}
        choices={sizeChoices}
        value={recipe.size}
        onChange={(size) => change({ size })}
      />
      {canCrop ? (
        <Switch label={texts.toSubject} checked={recipe.crop} onChange={(crop) => change({ crop })} />
      ) : null}
      {canCrop && recipe.crop ? (
        <>
          <Segmented
            wrap
            legend={texts.shape}
            choices={ratioChoices}
            value={recipe.ratio}
            onChange={(ratio) => change({ ratio })}
          />
          <Range
            label={texts.padding}
            value={recipe.padding}
            min={0}
            max={0.5}
            step={0.01}
            text={formatPercent(Math.round(recipe.padding * 100))}
            onChange={(padding) => change({ padding })}
          />
        </>
      ) : null}
      <Switch
        label={texts.exactSize}
        checked={recipe.exactSize}
        onChange={(exactSize) => change({ exactSize })}
      />
      {recipe.exactSize ? (
        <>
          <div className="flex gap-2">
            <NumberField
              label={texts.width}
              unit={texts.pixels}
              placeholder={texts.auto}
              min={min}
              max={max}
              value={recipe.width}
              onChange={(width) => change({ width })}
            />
            <NumberField
              label={texts.height}
              unit={texts.pixels}
              placeholder={texts.auto}
              min={min}
              max={max}
              value={recipe.height}
              onChange={(height) => change({ height })}
            />
          </div>
          <Segmented
            legend={texts.fit}
            choices={fitChoices}
            value={recipe.fit}
            onChange={(fit) => change({ fit })}
          />
          {recipe.dpi !== null ? (
            <SetValue text={texts.dpi(recipe.dpi)} onRemove={() => change({ dpi: null })} />
          ) : null}
        </>
      ) : null}
    </>
  )
}
