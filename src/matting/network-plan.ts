/** A picture between two layers of a network, by its index in `pictures`. */
export type PictureId = number

/** The size is that of the input, halved `halvings` times. */
export type PlannedPicture = { readonly channels: number; readonly halvings: number }

/** One or two pictures of one size; the second one's channels follow the first's. */
type JoinedPictures = readonly [PictureId] | readonly [PictureId, PictureId]

/** The operation of a layer; `weights` and `factors` are byte positions in the file of weights. */
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
       * 3 x 3. `weights`, int8: input channel, tap, output channel. `factors`, float32: a factor for each output
       * channel, then a bias for each.
       */
      readonly kind: 'convolution'
      readonly from: JoinedPictures
      readonly dilation: number
      readonly isCutAtZero: boolean
      readonly weights: number
      readonly factors: number
    }
  | { /** The maximum of each 2 x 2 pixels. */ readonly kind: 'pool'; readonly from: readonly [PictureId] }
  | { /** Twice the size, bilinear. */ readonly kind: 'double'; readonly from: readonly [PictureId] }
  | { readonly kind: 'sum'; readonly from: readonly [PictureId, PictureId] }
  | {
      /** 3 x 3, into one channel. float32: tap, input channel; then the bias. */
      readonly kind: 'head'
      readonly from: readonly [PictureId]
      readonly weights: number
    }
)

/** A segmentation network as layers in computable order (`src/kernels`). Picture 0 is the input. */
export type NetworkPlan = {
  readonly pictures: readonly PlannedPicture[]
  readonly layers: readonly PlannedLayer[]
  /** One channel of logits; enlarged to the size of the input, the sigmoid gives the matte. */
  readonly matte: PictureId
  /** Features of each place of the picture, finest first. */
  readonly features: readonly PictureId[]
}

/** The smallest multiple of `unit` that is at least `value`. */
export const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit
