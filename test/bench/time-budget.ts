/** Minutes that a run may take where no other number is asked for. */
const usualMinutes = 8

/**
 * When a run has to come to its end: `npm run bench... -- --minutes 20`. What is missing then is measured by the next
 * run, as results are kept. A step that has begun is not broken off.
 */
export function openTimeBudget(): { readonly isOver: () => boolean; readonly secondsLeft: () => number } {
  const minutes = numberOption('minutes') ?? usualMinutes
  const end = performance.now() + minutes * 60_000
  const secondsLeft = () => (end - performance.now()) / 1000
  return { isOver: () => secondsLeft() <= 0, secondsLeft }
}

/** The number of `--name 5`; undefined where the option is not there. */
export function numberOption(name: string): number | undefined {
  const at = process.argv.indexOf(`--${name}`)
  if (at < 0) return undefined
  const value = Number(process.argv[at + 1])
  if (!(value > 0)) throw new Error(`--${name} needs a number above 0.`)
  return value
}

/** The arguments of a run that are neither options nor their numbers. */
export const plainArguments = (): string[] =>
  process.argv
    .slice(2)
    .filter(
      (word, index, words) =>
        !word.startsWith('--') && !['--minutes', '--frames'].includes(words[index - 1] ?? ''),
    )
