import type { TwoLayerNetwork } from '#engine/clicks/two-layer-network.ts'

export type TrainingOptions = {
  readonly hidden: number
  readonly epochs: number
  readonly batch: number
  readonly rate: number
  readonly weightDecay: number
}

/** One simulated click: the inputs of each thing that the network judges there. */
export type ClickInputs = { readonly traits: readonly Float32Array[] }

/**
 * Weights of a network by gradient ascent, rounded to hundredths. `slopesOf` tells how much what is to be made large
 * rises with each of the network's outputs for a click. Adam with decoupled weight decay (Loshchilov & Hutter 2019).
 */
export function trainNetwork<Sample extends ClickInputs>(
  samples: readonly Sample[],
  slopesOf: (sample: Sample, outputs: readonly number[]) => readonly number[],
  { hidden, epochs, batch, rate, weightDecay }: TrainingOptions,
  random: () => number,
): TwoLayerNetwork {
  const row = (samples[0]?.traits[0]?.length ?? 0) + 1
  // The hidden layer row by row, then the output layer.
  const outputAt = hidden * row
  const weights = Float64Array.from(
    { length: outputAt + hidden },
    (_, i) => (random() - 0.5) * (i < outputAt ? 0.6 : 1),
  )
  const gradient = new Float64Array(weights.length)
  const mean = new Float64Array(weights.length)
  const square = new Float64Array(weights.length)
  const steps = Math.ceil((epochs * samples.length) / batch)
  for (let step = 1; step <= steps; step++) {
    gradient.fill(0)
    for (let i = 0; i < batch; i++) {
      const sample = samples[Math.floor(random() * samples.length)]
      if (sample) addGradient(weights, hidden, sample, slopesOf, gradient)
    }
    const stepRate = (rate * (1 + Math.cos((Math.PI * step) / steps))) / 2
    for (let i = 0; i < weights.length; i++) {
      const slope = (gradient[i] ?? 0) / batch
      mean[i] = 0.9 * (mean[i] ?? 0) + 0.1 * slope
      square[i] = 0.999 * (square[i] ?? 0) + 0.001 * slope * slope
      const ascent =
        (mean[i] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((square[i] ?? 0) / (1 - 0.999 ** step)) + 1e-8)
      weights[i] = (weights[i] ?? 0) + stepRate * (ascent - weightDecay * (weights[i] ?? 0))
    }
  }
  const rounded = Array.from(weights, (weight) => Math.round(weight * 100) / 100)
  return {
    hidden: Array.from({ length: hidden }, (_, unit) => rounded.slice(unit * row, (unit + 1) * row)),
    output: rounded.slice(outputAt),
  }
}

/** Adds the gradient of one click. */
function addGradient<Sample extends ClickInputs>(
  weights: Float64Array,
  hidden: number,
  sample: Sample,
  slopesOf: (sample: Sample, outputs: readonly number[]) => readonly number[],
  gradient: Float64Array,
): void {
  const { traits } = sample
  const inputs = traits[0]?.length ?? 0
  const row = inputs + 1
  const outputAt = hidden * row
  const activations = traits.map((values) =>
    Float64Array.from({ length: hidden }, (_, unit) => {
      let sum = weights[unit * row + inputs] ?? 0
      for (let i = 0; i < inputs; i++) sum += (weights[unit * row + i] ?? 0) * (values[i] ?? 0)
      return Math.max(0, sum)
    }),
  )
  const outputs = activations.map((units) =>
    units.reduce((sum, unit, i) => sum + unit * (weights[outputAt + i] ?? 0), 0),
  )
  const slopes = slopesOf(sample, outputs)
  for (const [index, units] of activations.entries()) {
    const slope = slopes[index] ?? 0
    const values = traits[index]
    if (Math.abs(slope) < 1e-8 || !values) continue
    for (const [unit, activation] of units.entries()) {
      if (activation === 0) continue
      gradient[outputAt + unit] = (gradient[outputAt + unit] ?? 0) + slope * activation
      const inner = slope * (weights[outputAt + unit] ?? 0)
      const at = unit * row
      for (let i = 0; i < inputs; i++) gradient[at + i] = (gradient[at + i] ?? 0) + inner * (values[i] ?? 0)
      gradient[at + inputs] = (gradient[at + inputs] ?? 0) + inner
    }
  }
}
