import { limits } from '#contract/limits.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { type CropRatio, cropRatios } from '#studio/state/recipe.ts'
import { NumberField, Range, Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const ratioChoices = cropRatios.map((value: CropRatio) => ({
  value,
  label: value === 'free' ? 'Free' : value,
}))

const fitChoices = [
  { value: 'contain', label: 'Fit', hint: 'As large as fits; enlarged if need be' },
  { value: 'cover', label: 'Fill', hint: 'Fills the size; what is over is cut off' },
  { value: 'scale-down', label: 'Shrink', hint: 'As large as fits; never enlarged' },
] as const

/** What part of the picture is kept, and how large it becomes. */
export function CropPanel() {
  const [recipe, change] = useRecipe()
  const { min, max } = limits.outputSide
  return (
    <>
      <Switch label="Crop to the subject" checked={recipe.crop} onChange={(crop) => change({ crop })} />
      {recipe.crop ? (
        <>
          <Segmented
            wrap
            legend="Shape"
            choices={ratioChoices}
            value={recipe.ratio}
            onChange={(ratio) => change({ ratio })}
          />
          <Range
            label="Padding"
            value={recipe.padding}
            min={0}
            max={0.5}
            step={0.01}
            text={`${Math.round(recipe.padding * 100)} %`}
            onChange={(padding) => change({ padding })}
          />
        </>
      ) : null}
      <Switch label="Exact size" checked={recipe.exactSize} onChange={(exactSize) => change({ exactSize })} />
      {recipe.exactSize ? (
        <>
          <div className="flex gap-2">
            <NumberField
              label="Width"
              unit="px"
              placeholder="auto"
              {...{ min, max }}
              value={recipe.width}
              onChange={(width) => change({ width })}
            />
            <NumberField
              label="Height"
              unit="px"
              placeholder="auto"
              {...{ min, max }}
              value={recipe.height}
              onChange={(height) => change({ height })}
            />
          </div>
          <Segmented
            legend="How it fits"
            choices={fitChoices}
            value={recipe.fit}
            onChange={(fit) => change({ fit })}
          />
        </>
      ) : null}
    </>
  )
}
