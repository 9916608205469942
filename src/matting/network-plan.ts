/** A picture between two layers of a network, by its place in the list of all. */
export type PictureId = number

/** Height and width of the input, halved so many times. */
export type PlannedPicture = { readonly channels: number; readonly halvings: number }

/** One or two pictures of one size, the channels of the second after those of the first. */
type JoinedPictures = readonly [PictureId] | readonly [PictureId, PictureId]

/** What a layer computes; `weights` are places in the file of weights, in bytes. */
export type PlannedLayer = { readonly to: PictureId } & (
  | {
      /** 3 x 3, stride 2, of the planar input. float32: input channel, tap, output channel; then the biases. */
      readonly kind: 'first'
      readonly from: readonly [PictureId]
      readonly isCutAtZero: boolean
      readonly weights: number
    }
  | {
      /**
       * 3 x 3. int8: input channel, tap, output channel; at `factors` float32: a factor for each output channel, a bias
       * for each.
       */
      readonly kind: 'convolution'
      readonly from: JoinedPictures
      readonly dilation: number
      readonly isCutAtZero: boolean
      readonly weights: number
      readonly factors: number
    }
  | { /** The largest of each 2 x 2 pixels. */ readonly kind: 'pool'; readonly from: readonly [PictureId] }
  | { /** Twice the size, bilinear. */ readonly kind: 'double'; readonly from: readonly [PictureId] }
  | { readonly kind: 'sum'; readonly from: readonly [PictureId, PictureId] }
  | {
      /** 3 x 3, into one channel. float32: tap, input channel; then the bias. */
      readonly kind: 'head'
      readonly from: readonly [PictureId]
      readonly weights: number
    }
)

/**
 * A segmentation network as layers in an order in which they can be computed (`src/kernels`). Picture 0 is the input.
 */
export type NetworkPlan = {
  readonly pictures: readonly PlannedPicture[]
  readonly layers: readonly PlannedLayer[]
  /** A single channel; enlarged to the size of the input and put through a sigmoid, it is the matte. */
  readonly matte: PictureId
  /** What the network makes of each place of the picture, finest first. */
  readonly features: readonly PictureId[]
}

/** The least multiple of `unit` that is not below `value`. */
export const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit
