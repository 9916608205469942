import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import type { Intake } from './use-intake.tsx'

const text = messages.intake.samples

/** Pictures that come with the studio, in `public/samples/`. */
const samplePictures = [
  { file: 'plush-fox.jpg', ...text.fox },
  { file: 'leafy-plant.jpg', ...text.plant },
  { file: 'lemonade.jpg', ...text.lemonade },
  { file: 'dropper-bottle.jpg', ...text.bottle },
] as const

type SamplePicture = (typeof samplePictures)[number]

/** Sample pictures for a first try; they need no network. */
export function SamplePictures({ addFiles }: Pick<Intake, 'addFiles'>) {
  const add = async (sample: SamplePicture) => {
    const response = await fetch(addressOf(sample))
    if (response.ok) addFiles([new File([await response.blob()], sample.file, { type: 'image/jpeg' })])
  }
  return (
    <section aria-labelledby="samples-title">
      <h2 id="samples-title" className="text-sm text-ink-soft">
        {text.title}
      </h2>
      <ul className="mt-3 grid grid-cols-4 gap-3">
        {samplePictures.map((sample) => (
          <li key={sample.file}>
            <button
              type="button"
              onClick={() => void add(sample)}
              className="group block w-full overflow-hidden rounded-md bg-raised text-left inset-ring inset-ring-line transition-shadow hover:shadow-lift"
            >
              <img
                src={addressOf(sample, '-260.webp')}
                srcSet={thumbnails.map((width) => `${addressOf(sample, `-${width}.webp`)} ${width}w`).join()}
                sizes="(min-width: 72rem) 260px, 23vw"
                alt={sample.alt}
                decoding="async"
                width={240}
                height={180}
                className="aspect-4/3 w-full object-cover"
              />
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

/** The widths of the thumbnails that `npm run samples` makes. */
const thumbnails = [260, 520] as const

/** `ending` names one of its thumbnails. */
const addressOf = ({ file }: SamplePicture, ending = '.jpg') =>
  `${import.meta.env.BASE_URL}samples/${file.replace('.jpg', ending)}`
