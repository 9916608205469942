/** A network with one hidden layer of rectified units; rows of `hidden` are the inputs' weights, then a bias. */
export type TwoLayerNetwork = {
  readonly hidden: readonly (readonly number[])[]
  /** One weight per row of `hidden`. */
  readonly output: readonly number[]
}

/** The network's output for the inputs from index `from`. */
export function networkOutput(
  { hidden, output }: TwoLayerNetwork,
  inputs: Float32Array,
  from: number = 0,
): number {
  let result = 0
  for (const [unit, row] of hidden.entries()) {
    const bias = row.length - 1
    let sum = row[bias]
    for (let i = 0; i < bias; i++) sum += row[i] * inputs[from + i]
    if (sum > 0) result += sum * output[unit]
  }
  return result
}
