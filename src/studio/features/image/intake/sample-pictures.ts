/** Pictures that come with the studio, for a first try; under `samples/` of its own address. */
export const samplePictures: readonly SamplePicture[] = [
  {
    file: 'plush-fox.jpg',
    label: 'Fur',
    alt: 'A plush fox with a bushy tail, sitting on a wooden table',
  },
  {
    file: 'dropper-bottle.jpg',
    label: 'Product',
    alt: 'An amber dropper bottle with a printed label, its green box behind it',
  },
  {
    file: 'leafy-plant.jpg',
    label: 'Fine leaves',
    alt: 'A plant with long pointed leaves in a half-glazed pot',
  },
  {
    file: 'lemonade.jpg',
    label: 'Glass',
    alt: 'A glass of lemonade with a striped straw and a slice of lemon, a lemon beside it',
  },
]

export type SamplePicture = {
  readonly file: string
  /** What it is good for trying. */
  readonly label: string
  /** What it shows, for those who do not see it. */
  readonly alt: string
}
