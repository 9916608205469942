import { foldedName, numberedName } from '#base/file-names.ts'
import { isMissing } from '#base/opfs.ts'
import { acceptedName } from '#library/sink.ts'
import { splitFolders } from './output-names.ts'

/** A folder that takes files at paths; folders are made as they are needed. */
export interface FolderTarget {
  /** The file at a path; null where there is none, or none that holds anything. */
  find(path: string): Promise<File | null>
  /**
   * Writes a file: a kill, a full disk or a fault leaves what was there before. Resolves with its path, in which a name that the
   * folder refuses is another one.
   */
  write(path: string, content: Blob): Promise<string>
}

const folderAt = async (root: FileSystemDirectoryHandle, folders: string, create: boolean) => {
  let folder = root
  for (const name of folders.split('/').filter(Boolean))
    folder = await folder.getDirectoryHandle(name, { create })
  return folder
}

/** Rejects as the browser does. */
export const openFolderTarget = (root: FileSystemDirectoryHandle): FolderTarget => {
  const find: FolderTarget['find'] = async (path) => {
    const [folders, name] = splitFolders(path)
    try {
      const file = await (await (await folderAt(root, folders, false)).getFileHandle(name)).getFile()
      // What was begun and never written, by a page that was killed.
      return file.size > 0 ? file : null
    } catch (thrown) {
      if (isMissing(thrown) || thrown instanceof TypeError) return null
      throw thrown
    }
  }
  return {
    find,
    write: async (path, content) => {
      const [folders, wanted] = splitFolders(path)
      const folder = await folderAt(root, folders, true)
      const within = (name: string) => (folders ? `${folders}/${name}` : name)
      const accepted = await acceptedName(folder, wanted)
      let name = accepted
      // Nobody claimed that name: it may be another file's.
      for (let turn = 2; accepted !== wanted && (await find(within(name))); turn++)
        name = numberedName(accepted, turn)
      const written = within(name)
      const wasThere = (await find(written)) !== null
      try {
        const handle = await folder.getFileHandle(name, { create: true })
        // Chromium writes beside the file, and puts that in its place when it is closed.
        await content.stream().pipeTo(await handle.createWritable())
      } catch (thrown) {
        if (!wasThere) await folder.removeEntry(name).catch(() => {})
        throw thrown
      }
      return written
    },
  }
}

/** Whose an output is: the file that it was made of, and by which recipe. */
type OutputOwner = { readonly path: string; readonly recipe: string }

/** Names of outputs that are given out, without regard to case and the form of accents. */
export interface OutputNames {
  /** Says whose a name is. */
  give(name: string, owner: OutputOwner): void
  /** Whether a batch wrote that file, or is about to. */
  isOurs(name: string): boolean
  /**
   * A name for an output: `wanted`, or numbered where that is another one's. Null where a file that nobody of this batch wrote has
   * it and `existing` is to skip those.
   */
  claim(wanted: string, owner: OutputOwner, existing: 'skip' | 'number' | 'replace'): Promise<string | null>
}

/** Who owns a file that no batch wrote. */
const nobody: OutputOwner = { path: '', recipe: '' }

/** `isSource` tells whether a path of the target, or the file there, is one of the source: it is never written over. */
export const createOutputNames = (
  find: FolderTarget['find'],
  isSource: (name: string, file?: File) => boolean,
): OutputNames => {
  const owners = new Map<string, OutputOwner>()
  return {
    give: (name, owner) => void owners.set(foldedName(name), owner),
    isOurs: (name) => (owners.get(foldedName(name)) ?? nobody) !== nobody,
    claim: async (wanted, owner, existing) => {
      for (let turn = 1; ; turn++) {
        const name = numberedName(wanted, turn)
        const had = owners.get(foldedName(name))
        if (had === nobody && existing === 'skip') return null
        if ((had && (had.path !== owner.path || had.recipe !== owner.recipe)) || isSource(name)) continue
        // Before anything is waited for: another file may ask for the same name meanwhile.
        owners.set(foldedName(name), owner)
        if (had) return name
        const found = await find(name)
        if (!found || (existing === 'replace' && !isSource(name, found))) return name
        owners.set(foldedName(name), nobody)
        if (existing === 'skip') return null
      }
    },
  }
}
