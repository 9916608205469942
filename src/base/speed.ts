/** Learns how long work takes on this device, as a moving average of what was measured. */
export const createSpeed = () => {
  let [seconds, units] = [0, 0]
  return {
    /** `kept` is the weight, from 0 to 1, that everything before keeps. */
    learn: (took: number, done: number, kept: number): void => {
      seconds = seconds * kept + took
      units = units * kept + done
    },
    /** Null before anything is learnt. */
    secondsFor: (wanted: number): number | null => (units > 0 ? (seconds / units) * wanted : null),
  }
}
