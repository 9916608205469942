import { memoizePromise } from '#base/promises.ts'
import type { DeviceReport } from '#library/background-service.ts'
import type { IncomingFile } from '#library/items/item.ts'
import type { KindParts } from './kind-parts.ts'
import type { MediaKind } from './media-kind.ts'

/** A kind of media whose script is loaded when the first item of it comes: what the page must know of it before. */
export interface LaterKind {
  readonly name: string
  /** As that of `MediaKind`, and the next one too. */
  accepts(file: IncomingFile): Promise<boolean>
  advice(device: DeviceReport, parts: KindParts): string
  /** Calls `onItems` when there are items that no file brings, from earlier visits, other tabs or the API. Never throws. */
  watch(parts: KindParts, onItems: () => void): void
  /** Rejects where the script cannot be had. */
  load(): Promise<(parts: KindParts) => MediaKind>
}

/** The kinds of media that are loaded when they are needed. */
export type LaterKinds = {
  /** Those that are not loaded yet. */
  readonly waiting: () => readonly LaterKind[]
  /** Loads those of these names, or all; other names are none of them. Rejects where one cannot be had. */
  readonly load: (names?: readonly string[]) => Promise<void>
  /** Loads those that accept one of these files. Rejects likewise. */
  readonly loadFor: (files: readonly IncomingFile[]) => Promise<void>
}

/** Registers each kind of media when it is first needed; `onKind` is called after that. */
export function openLaterKinds(
  parts: KindParts,
  kinds: readonly LaterKind[],
  onKind: () => void,
): LaterKinds {
  const { list } = parts
  const waiting = () => kinds.filter(({ name }) => !list.kinds.some((kind) => kind.name === name))
  const loads = new Map(
    kinds.map((kind) => [
      kind.name,
      memoizePromise(async () => {
        const open = await kind.load()
        list.register(open(parts))
        onKind()
      }),
    ]),
  )
  const load: LaterKinds['load'] = async (names = [...loads.keys()]) => {
    await Promise.all(names.map((name) => loads.get(name)?.()))
  }
  // What cannot be had now is loaded by the next file, and told then.
  for (const kind of kinds) kind.watch(parts, () => void load([kind.name]).catch(() => {}))
  return {
    waiting,
    load,
    loadFor: async (files) => {
      for (const kind of waiting()) {
        const accepted = await Promise.all(files.map((file) => kind.accepts(file)))
        if (accepted.includes(true)) await load([kind.name])
      }
    },
  }
}
