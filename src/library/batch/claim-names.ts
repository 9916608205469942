import { foldedName, numberedName } from '#base/file-names.ts'
import type { BatchPlan } from './batch.ts'
import { type FolderTarget, isSameFile } from './folder-target.ts'

/** Whose a name is to be: the file that the output is made of, and by which recipe. */
export type OutputOwner = {
  readonly path: string
  readonly recipe: string
  /** Where the same was written before of the same content, so that it may be made anew there. */
  readonly own: readonly string[]
  /** Whether the file at a path is still what was written there then, or was only begun. */
  readonly isOwn: (name: string, found: File) => Promise<boolean>
}

/** A name for an output. */
export type Claim = {
  readonly name: string
  /**
   * Whether the file that is there now may be replaced: it is one's own, or one that a person let go and that was there
   * before.
   */
  readonly mayReplace: (found: File) => Promise<boolean>
}

/** Names of outputs that are given out, without regard to case and the form of accents. */
export interface OutputNames {
  /** Says of which file an output lies there, null for none; returns of which it was. */
  give(name: string, path: string | null): string | null
  /** Whether a batch wrote that file, or is writing it. */
  isOurs(name: string): boolean
  /**
   * A name for an output: its own of before, `wanted`, or numbered where that is another one's. Null where a file that
   * is not its own has it and `existing` is to skip those.
   */
  claim(wanted: string, owner: OutputOwner, existing: BatchPlan['existing']): Promise<Claim | null>
  /** Somebody else's file came to a claimed name: that is given to no output. */
  refuse(name: string): void
}

type Parts = Pick<FolderTarget, 'accept' | 'find'> & {
  /** Whether a path of the target, or the file there, is one of the source: it is never written over. */
  readonly isSource: (name: string, file?: File) => boolean
  /** Whether a path of the target lies in the source, so that what comes there may be one. */
  readonly isInSource: (name: string) => boolean
  /** Whether the source has a file at a path. */
  readonly isListed: (path: string) => boolean
  /** When the batch began, in milliseconds since 1970: nobody let go what came since. */
  readonly begun: number
}

const nobody = ''

/** A name as it was before it got a number. */
const unnumbered = (name: string): string => name.replace(/ \(\d+\)(?=(\.[^./]*)?$)/, '')

export const createOutputNames = (parts: Parts): OutputNames => {
  const { accept, find, isSource, isInSource, isListed, begun } = parts
  /** Who claimed a name in this visit. */
  const claims = new Map<string, string>()
  const sources = new Map<string, string>()
  /** Where case counts, a name of another case is another file. */
  const ours = new Set<string>()
  /** Whether a batch wrote it for another file that is there: two would replace each other at every turn. */
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
        // Before anything is waited for: another file may ask for the same name meanwhile.
        claims.set(foldedName(name), me)
        const there = await find(name)
        if (!there || (there.size === 0 && (await isOwn(name, there)))) return claimed(name)
        // Nobody was asked about a numbered name, or of what came since, but what is there may have been made of the
        // same file.
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
