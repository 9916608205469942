/**
 * Lets the event loop turn: for what must not happen, or may happen in between. A count, which means the same on a busy
 * machine.
 */
export const turnEventLoop = async (turns = 20): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve))
}

/** Waits until a count stays the same for some turns: what raises it has nothing more to do, or waits. */
export const untilQuiet = async (count: () => number): Promise<void> => {
  let before = -1
  while (count() !== before) {
    before = count()
    await turnEventLoop()
  }
}
