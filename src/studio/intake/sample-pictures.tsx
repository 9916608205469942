import { Play } from 'lucide-react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import type { Intake } from './use-intake.tsx'

const text = messages.intake.samples

/** A file in `public/samples/`. */
type Sample = {
  readonly file: string
  readonly type: `image/${string}` | `video/${string}`
  /** The name of its thumbnails before their width. */
  readonly thumbnail: string
  readonly label: string
  readonly alt: string
}

const photo = (name: string, texts: Pick<Sample, 'label' | 'alt'>): Sample => ({
  file: `${name}.jpg`,
  type: 'image/jpeg',
  thumbnail: name,
  label: texts.label,
  alt: texts.alt,
})

const fox = photo('plush-fox', text.fox)
const samples: readonly Sample[] = [
  photo('leafy-plant', text.plant),
  photo('lemonade', text.lemonade),
  photo('dropper-bottle', text.bottle),
  { file: 'plush-fox.webm', type: 'video/webm', thumbnail: 'plush-fox-clip', ...text.clip },
]

type Props = Pick<Intake, 'addFiles'>

const useSamples = ({ addFiles }: Props) => {
  const { announcer } = useStudio()
  return async ({ file, type }: Sample): Promise<void> => {
    try {
      const response = await fetch(sampleAddress(file))
      if (!response.ok) throw new Error(response.statusText)
      addFiles([new File([await response.blob()], file, { type })])
    } catch {
      announcer.warn(messages.app.notLoaded)
    }
  }
}

/** Opens the fox. */
export function FoxButton({ addFiles, className }: Props & { readonly className: string }) {
  const open = useSamples({ addFiles })
  return (
    <Button className={className} onClick={() => void open(fox)}>
      {fox.label}
    </Button>
  )
}

/** Samples for a first try. */
export function SamplePictures({ addFiles }: Props) {
  const open = useSamples({ addFiles })
  return (
    <section aria-labelledby="samples-title">
      <h2 id="samples-title" className="text-sm text-ink-soft">
        {text.title}
      </h2>
      <ul className="mt-3 grid grid-cols-4 gap-3">
        {samples.map((sample) => (
          <li key={sample.file}>
            <button
              type="button"
              onClick={() => void open(sample)}
              className="group relative block w-full overflow-hidden rounded-md bg-raised text-left inset-ring inset-ring-line transition-shadow hover:shadow-lift"
            >
              <img
                src={sampleAddress(`${sample.thumbnail}-260.webp`)}
                srcSet={thumbnails
                  .map((width) => `${sampleAddress(`${sample.thumbnail}-${width}.webp`)} ${width}w`)
                  .join()}
                sizes="(min-width: 72rem) 260px, 23vw"
                alt={sample.alt}
                decoding="async"
                width={240}
                height={180}
                className="aspect-4/3 w-full object-cover"
              />
              {sample.type.startsWith('video/') ? (
                <Play
                  strokeWidth={0}
                  aria-hidden
                  className="absolute top-1.5 right-1.5 size-6 rounded-full bg-black/60 fill-white p-1.5 sm:size-8 sm:p-2"
                />
              ) : null}
              <span className="block px-2.5 py-1.5 text-xs font-medium text-ink-soft group-hover:text-ink">
                {sample.label}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The widths of the thumbnails. */
const thumbnails = [260, 520] as const

/** The URL of a sample's file. */
export const sampleAddress = (file: string) => `${import.meta.env.BASE_URL}samples/${file}`
