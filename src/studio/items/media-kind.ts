import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceReport } from '#library/background-service.ts'
import type { ItemToKeep, KeptItem } from '#library/kept-items.ts'
import type { Command } from '#studio/keyboard/command.ts'
import type { ZipEntry } from '#studio/media/zip-results.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import type { PartName, RecipePart } from '#studio/state/recipe-parts.ts'
import type { IncomingFile, Item, Phase } from './item.ts'

/** A button in the row of an item. */
export interface RowCommand<T extends Item = Item> {
  icon(item: T): LucideIcon
  label(item: T): string
  applies(item: T, isSelected: boolean): boolean
  run(item: T): void
}

/** How items of a kind are kept for a later visit, by `KeptItems`. */
export interface Keeping<T extends Item = Item> {
  /** The names of the files that nothing makes anew. */
  readonly irreplaceable: readonly string[]
  /** Of an item that is not changed, the files are the same Blobs. Null for one that has nothing to keep yet. */
  toKept(item: T): Pick<ItemToKeep, 'data' | 'files' | 'source'> | null
  /** The item as it is taken up again, at rest where it shall not begin work by itself; null where it cannot be read. */
  fromKept(kept: KeptItem, mayBegin: boolean): T | null | Promise<T | null>
  /** Settings from plain data; null where they cannot be read. */
  parseRecipe(stored: unknown): T['recipe'] | null
}

/**
 * What the list knows of a kind of media: how a file becomes an item, what follows when items come and go, and what the
 * list shows of them. A feature implements it and registers it; the list calls it with items of that kind only.
 */
export interface MediaKind<T extends Item = Item> {
  readonly name: T['kind']
  readonly texts: {
    /** `Pictures` */
    readonly title: string
    /** `This picture` */
    readonly thisOne: string
    /** `2 pictures` */
    readonly count: (count: number) => string
  }
  /** Whether its work takes long enough to be followed in the icon of the tab. */
  readonly isLongWork: boolean

  /** Whether a file is of this kind. Never rejects. */
  accepts(file: IncomingFile): Promise<boolean>
  /** The item of a file that was just opened, with these settings. Never rejects. */
  create(file: IncomingFile, recipe: T['recipe']): Promise<T>
  /** Begins the work on items that were added. */
  begin(items: readonly T[]): void
  /** Stops all work on an item that was removed. */
  stop(item: T): void
  /** The item as it comes back after `stop`. */
  toRestored(item: T): T
  /** Goes on with the work on an item that came back; `item` is as it was when it was removed. */
  resume(item: T): void
  /** Deletes what is kept for an item that is gone for good. */
  forget(item: T): void
  /** Whether an item may be shown although nobody chose it. */
  mayShow(item: T): boolean

  phase(item: T): Phase
  /** The phase in a word or two. */
  phaseText(item: T): string
  /** Whether a finished item should be looked at by a person. */
  isDoubtful(item: T): boolean
  /** Where its current work runs. */
  workLocation(item: T): RunLocation
  /** Progress of its work in whole per cent; null while it is not known. */
  percent(item: T): number | null
  /** What screen readers are told of a change; null where it is no news. `before` is null for an item that was added. */
  announce(before: T | null, after: T): string | null

  /** How many files there are to save. */
  countResults(item: T): number
  /** The files to save, each made when it is packed. */
  zipEntries(items: readonly T[], signal: AbortSignal): readonly ZipEntry[]

  Thumbnail(props: { readonly item: T }): ReactNode
  /** Size and length, in the row. */
  Facts(props: { readonly item: T }): ReactNode
  readonly rowCommands: readonly RowCommand<T>[]

  /** Viewer, settings and main buttons of the selected item. `isEditing`: a tool of the editor is chosen, and works on it. */
  workspace(item: T, isEditing: boolean): ReactNode
  /** Whether the tools of the editor work on an item now. */
  isEditable(item: T): boolean
  /** Undoes an edit of an item, or does it again. */
  stepEdits(item: T, type: 'undo' | 'redo'): void

  /** The settings that a visit begins with. */
  readonly firstRecipe: T['recipe']
  /** The settings that the visit before ended with. */
  readonly lastRecipe: T['recipe']
  /** The settings in parts, as people compare them and hand them on. */
  readonly recipeParts: readonly RecipePart[]
  /** What a part of them says, in a few words. */
  partText(name: PartName, recipe: T['recipe']): string
  /** Keeps settings as the last ones for the next visit. */
  remember(recipe: T['recipe']): void

  /** What keys do while an item of this kind is selected. */
  readonly commands: readonly Command[]

  /** Null where items are not kept. */
  readonly keeping: Keeping<T> | null
  /** Adds what no page has begun, such as jobs of the API. Never rejects. */
  restore(): Promise<void>
  /** Loads what the next item will need with these settings, when one is likely to come. */
  prepare(next: T['recipe']): void
  /** Follows the items while the page is shown, and renders nothing. */
  readonly upkeep: ReactNode
  /** How this device is at such work with these settings, in sentences; it may be empty. */
  advice(device: DeviceReport, next: T['recipe']): string
}
