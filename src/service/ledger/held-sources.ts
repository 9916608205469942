export type HeldSource = {
  readonly bytes: number
  /** Sends the same once more. */
  readonly again: () => Promise<void>
}

/** What was sent and may have to be sent again, held by this tab, newest first where there is no room for all. */
export interface HeldSources {
  /** Holds it under the name of its entry; the oldest make room. */
  hold(id: string, source: HeldSource): void
  release(ids: readonly string[]): void
  again(id: string): HeldSource['again'] | null
  ids(): readonly string[]
}

/** Of all that is held together: five of the largest uploads. A longer list of them helps nobody. */
export const heldBytes = 500_000_000

export const createHeldSources = (mostBytes = heldBytes): HeldSources => {
  const held = new Map<string, HeldSource>()
  let bytes = 0
  const release = (ids: readonly string[]) => {
    for (const id of ids) {
      bytes -= held.get(id)?.bytes ?? 0
      held.delete(id)
    }
  }
  return {
    hold: (id, source) => {
      release([id])
      held.set(id, source)
      bytes += source.bytes
      for (const oldest of [...held.keys()]) {
        if (bytes <= mostBytes) return
        release([oldest])
      }
    },
    release,
    again: (id) => held.get(id)?.again ?? null,
    ids: () => [...held.keys()],
  }
}
