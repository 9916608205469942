import { foldedName, numberedName } from '#base/file-names.ts'
import type { BatchPlan } from './batch.ts'
import { type FolderTarget, isSameFile } from './folder-target.ts'

/** Who claims a name: a source file and a recipe. */
export type OutputOwner = {
  readonly path: string
  readonly recipe: string
  /** Paths of earlier outputs of the same content and settings, which may be replaced. */
  readonly own: readonly string[]
  /** Whether the file at a path is an unchanged earlier output, or empty. */
  readonly isOwn: (name: string, found: File) => Promise<boolean>
}

/** A claimed name. */
export type Claim = {
  readonly name: string
  /**
   * Whether the file that is there now may be replaced: an own output, or a file older than the batch that a person
   * agreed to replace.
   */
  readonly mayReplace: (found: File) => Promise<boolean>
}

/** The names given to outputs, compared without case and accent form. */
export interface OutputNames {
  /** Records the source file of the output `name`, null to remove it; returns the source file recorded before. */
  give(name: string, path: string | null): string | null
  /** Whether a batch wrote the file, or is writing it. */
  isOurs(name: string): boolean
  /**
   * Claims a name for an output: an earlier own name, `wanted`, or a number appended to it if taken. Null if a foreign
   * file has the name and `existing` is `skip`.
   */
  claim(wanted: string, owner: OutputOwner, existing: BatchPlan['existing']): Promise<Claim | null>
  /** Marks a name as taken by a foreign file. */
  refuse(name: string): void
}

type Parts = Pick<FolderTarget, 'accept' | 'find'> & {
  /** Whether a path of the target, or the file there, belongs to the source and so is never replaced. */
  readonly isSource: (name: string, file?: File) => boolean
  /** Whether a path of the target lies in the source: a new file there may be a source. */
  readonly isInSource: (name: string) => boolean
  /** Whether the source has a file at this path. */
  readonly isListed: (path: string) => boolean
  /** Start of the batch in milliseconds since 1970: newer files are not replaced, since no person agreed to that. */
  readonly begun: number
}

const nobody = ''

const unnumbered = (name: string): string => name.replace(/ \(\d+\)(?=(\.[^./]*)?$)/, '')

export const createOutputNames = (parts: Parts): OutputNames => {
  const { accept, find, isSource, isInSource, isListed, begun } = parts
  const claims = new Map<string, string>()
  const sources = new Map<string, string>()
  /** With case kept: file systems may distinguish it. */
  const ours = new Set<string>()
  /** Whether a batch wrote `name` for another listed source file: two would replace each other in every batch. */
  const isOfOther = (name: string, path: string) => {
    const of = sources.get(foldedName(name)) ?? path
    return of !== path && isListed(of)
  }
  return {
    give: (name, path) => {
      const before = sources.get(foldedName(name)) ?? null
      if (path === null) {
        sources.delete(foldedName(name))
        ours.delete(name.normalize('NFC'))
      } else {
        sources.set(foldedName(name), path)
        ours.add(name.normalize('NFC'))
      }
      return before
    },
    isOurs: (name) => ours.has(name.normalize('NFC')),
    refuse: (name) => void claims.set(foldedName(name), nobody),
    claim: async (given, owner, existing) => {
      const { isOwn } = owner
      const me = JSON.stringify([owner.path, owner.recipe])
      const isFree = (name: string) => (claims.get(foldedName(name)) ?? me) === me
      const claimed = (name: string): Claim => ({ name, mayReplace: (found) => isOwn(name, found) })
      const wanted = await accept(given)
      for (const name of owner.own) {
        const isOfName = [name, unnumbered(name)].some((each) => foldedName(each) === foldedName(wanted))
        const found = isOfName && isFree(name) && !isSource(name) ? await find(name) : null
        if (!found || !isFree(name) || !(await isOwn(name, found)) || !isFree(name)) continue
        claims.set(foldedName(name), me)
        return claimed(name)
      }
      for (let turn = 1; ; turn++) {
        const name = numberedName(wanted, turn)
        if (claims.get(foldedName(name)) === nobody && existing === 'skip') return null
        if (!isFree(name) || isSource(name) || isOfOther(name, owner.path)) continue
        // Claimed before the await: another file may claim the same name meanwhile.
        claims.set(foldedName(name), me)
        const there = await find(name)
        if (!there || (there.size === 0 && (await isOwn(name, there)))) return claimed(name)
        // A person agreed to replace only files of the exact name that are older than the batch; an earlier output of
        // the same source file is replaced too.
        const isAsked =
          (turn === 1 && there.lastModified <= begun) || sources.get(foldedName(name)) === owner.path
        if (existing === 'replace' && isAsked && !isInSource(name) && !isSource(name, there))
          return {
            name,
            mayReplace: async (found) => isSameFile(found, there) || (await isOwn(name, found)),
          }
        claims.set(foldedName(name), nobody)
        if (existing === 'skip') return null
      }
    },
  }
}
