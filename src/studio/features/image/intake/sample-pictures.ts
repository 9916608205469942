/** Pictures that come with the studio, for a first try; under `samples/` of its own address. */
export const samplePictures = [] as readonly SamplePicture[]

export type SamplePicture = {
  readonly file: string
  /** What it is good for trying. */
  readonly label: string
  /** What it shows, for those who do not see it. */
  readonly alt: string
}
