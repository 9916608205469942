import { ArrowUpDown, ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  compositionLimits,
  type Gradient,
  type OriginalBackground,
  type PictureBackground,
} from '#contract/composition.ts'
import { useObjectUrl } from '#studio/media/use-object-url.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { ColorField } from '#studio/ui/color-choice.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { type BackgroundFault, backgroundFault, decodeFault } from './background-fault.ts'
import { angleSlider, percentOf, placeSliders, type Slider, Sliders } from './part-sliders.tsx'

const texts = messages.composition

const shapeChoices = (['linear', 'radial'] as const).map((value) => ({
  value,
  label: texts.gradient.shapes[value],
}))

type GradientProps = { readonly value: Gradient; readonly onChange: (gradient: Gradient) => void }

/** Shape, colours and angle of a gradient. Stops between the first and the last do not change. */
export function GradientFields({ value, onChange }: GradientProps) {
  const { shape, stops } = value
  const last = stops.length - 1
  const paint = (index: number, color: string) =>
    onChange({ ...value, stops: stops.map((stop, i) => (i === index ? { ...stop, color } : stop)) })
  const swap = () =>
    onChange({
      ...value,
      stops: stops.map(({ at }, i) => ({ color: stops[last - i]?.color ?? '#ffffff', at })),
    })
  return (
    <>
      <Segmented
        legend={texts.gradient.shape}
        choices={shapeChoices}
        value={shape}
        onChange={(next) => onChange({ ...value, shape: next })}
      />
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1 space-y-2">
          {[
            { index: 0, label: texts.gradient.from },
            { index: last, label: texts.gradient.to },
          ].map(({ index, label }) => (
            <ColorField
              key={label}
              label={label}
              value={stops[index]?.color ?? '#ffffff'}
              onChange={(color) => paint(index, color)}
            />
          ))}
        </div>
        <button
          type="button"
          aria-label={texts.gradient.swap}
          title={texts.gradient.swap}
          onClick={swap}
          className="touchable grid size-9 shrink-0 place-items-center rounded-sm hover:bg-ink/7"
        >
          <ArrowUpDown size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      {shape === 'linear' ? (
        <Sliders
          value={value}
          sliders={[{ ...angleSlider, label: texts.gradient.angle }]}
          onChange={onChange}
        />
      ) : null}
    </>
  )
}

type OriginalProps = {
  readonly value: OriginalBackground
  readonly onChange: (original: OriginalBackground) => void
}

/** More saturation hardly differs from the photo, which is another kind. */
const maxSaturation = 0.9
const blurStep = 0.002
const { max: maxBlur } = compositionLimits.blur
const { blur: blurLabel, saturation: saturationLabel } = texts.original
const blurSlider = {
  name: 'blur',
  label: blurLabel,
  max: maxBlur,
  step: blurStep,
  text: percentOf(maxBlur),
} as const
const greySliders = [
  { name: 'saturation', label: saturationLabel, min: 0, max: maxSaturation, step: 0.05, text: percentOf() },
  { ...blurSlider, min: 0 },
] as const
const blurredSliders = [{ ...blurSlider, min: blurStep }] as const

/** The sharpness and colour of the photo behind the subject. */
export function OriginalFields({ value, onChange }: OriginalProps) {
  const isGrey = value.saturation < 1
  const sliders: readonly Slider<'saturation' | 'blur'>[] = isGrey ? greySliders : blurredSliders
  return (
    <div>
      <Sliders value={value} sliders={sliders} onChange={onChange} />
    </div>
  )
}

const fitChoices = (['cover', 'contain'] as const).map((value) => ({
  value,
  label: texts.picture.fits[value],
}))

const pictureSliders = placeSliders(texts.picture)

type PictureProps = {
  readonly value: PictureBackground
  readonly onChange: (picture: PictureBackground) => void
  /** The id of the picture among the `BackgroundPictures`. */
  readonly pictureId: string
  readonly onPicture: (id: string) => void
}

/** The picture behind the subject. */
export function PictureFields({ value, onChange, pictureId, onPicture }: PictureProps) {
  const { backgroundPictures } = useStudio()
  const picture = useStore(backgroundPictures).get(pictureId) ?? null
  const url = useObjectUrl(picture)
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<BackgroundFault | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    const bad = (await backgroundFault(file)) ?? (await decodeFault(file))
    setFault(bad)
    if (bad === null) onPicture(await backgroundPictures.add(file))
  }
  return (
    <>
      <div className="flex items-center gap-3">
        {url ? <img src={url} alt="" className="size-12 shrink-0 rounded-sm object-cover" /> : null}
        <Button onClick={() => input.current?.click()}>
          <ImagePlus size={16} strokeWidth={1.75} aria-hidden />{' '}
          {picture ? texts.picture.replace : texts.picture.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={texts.picture.choose}
          tabIndex={-1}
          hidden
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <p role="status" className={`text-xs ${fault ? 'text-fault' : 'text-ink-soft'}`}>
        {fault ? texts.picture.faults[fault] : picture ? null : texts.picture.missing}
      </p>
      <Segmented
        legend={texts.picture.fit}
        choices={fitChoices}
        value={value.fit}
        onChange={(fit) => onChange({ ...value, fit })}
      />
      <div>
        <Sliders value={{ scale: 1, x: 0, y: 0, ...value }} sliders={pictureSliders} onChange={onChange} />
      </div>
    </>
  )
}
