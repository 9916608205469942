/** Estimates the duration of work on this device from a moving average of measurements. */
export const createSpeed = () => {
  let [seconds, units] = [0, 0]
  return {
    /** Adds `took` seconds for `done` units. `kept`, 0 to 1, is the weight of all earlier measurements. */
    learn: (took: number, done: number, kept: number): void => {
      seconds = seconds * kept + took
      units = units * kept + done
    },
    /** The expected seconds for `wanted` units; null before the first measurement. */
    secondsFor: (wanted: number): number | null => (units > 0 ? (seconds / units) * wanted : null),
  }
}
