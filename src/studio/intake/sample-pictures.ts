export type SamplePicture = {
  readonly file: string
  /** What it is good for trying. */
  readonly label: string
  /** What it shows, for those who do not see it. */
  readonly alt: string
}

/** Pictures that come with the studio, for a first try; under `samples/` of its own address. */
export const samplePictures: readonly SamplePicture[] = [
  { file: 'plush-fox.jpg', label: 'Fur', alt: 'A plush fox' },
  { file: 'leafy-plant.jpg', label: 'Leaves', alt: 'A plant with many leaves' },
  { file: 'lemonade.jpg', label: 'Glass', alt: 'A glass of lemonade' },
  { file: 'dropper-bottle.jpg', label: 'Product', alt: 'A dropper bottle' },
]
