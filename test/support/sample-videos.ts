/** Real files with what is expected of them; not part of the repository. */
const manifests = import.meta.glob<string>('../../../shared/samples/MANIFEST.tsv', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export type SampleVideo = {
  /** The path from the folder of the samples. */
  readonly file: string
  readonly kind: string
  /** What ffprobe says of it: times, codecs, rotation. */
  readonly facts: string
  readonly expectation: string
}

/** The videos among the samples beside the repository, where there are any. */
export const sampleVideos: readonly SampleVideo[] = Object.values(manifests)
  .flatMap((manifest) => manifest.split('\n'))
  .map((line) => line.split('\t'))
  .map(([file = '', kind = '', , , , facts = '', expectation = '']) => ({ file, kind, facts, expectation }))
  .filter(({ file, kind }) =>
    file.startsWith('videos/') ? !kind.includes('matte') : /^odd\/(video-|.*\.(mp4|gif)$)/.test(file),
  )
