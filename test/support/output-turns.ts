export type OutputTurn = { write(part: string | Uint8Array): void; end(): void }

/**
 * Lets several writers share one output without mixing their lines. The one whose turn it is writes at once; the parts
 * of the others are held back until all that took a turn before them have ended.
 */
export const createOutputTurns = (write: (part: string | Uint8Array) => void): (() => OutputTurn) => {
  const turns: { readonly held: (string | Uint8Array)[]; isOver: boolean }[] = []
  const writeHeld = () => {
    for (let first = turns[0]; first; first = turns[0]) {
      for (const part of first.held.splice(0)) write(part)
      if (!first.isOver) return
      turns.shift()
    }
  }
  return () => {
    const turn = { held: [] as (string | Uint8Array)[], isOver: false }
    turns.push(turn)
    return {
      write: (part) => {
        turn.held.push(part)
        writeHeld()
      },
      end: () => {
        turn.isOver = true
        writeHeld()
      },
    }
  }
}
