import { downloadZip } from 'client-zip'
import { type OpenRoot, openFolder } from '#base/opfs.ts'
import type { FolderTarget } from './folder-target.ts'

/** Streams files of a folder into a ZIP in the origin private file system. */
export const packZip = async (
  name: string,
  { find }: Pick<FolderTarget, 'find'>,
  paths: readonly string[],
  path: string,
  openRoot?: OpenRoot,
): Promise<File> => {
  async function* entries() {
    for (const each of paths) {
      const input = await find(each)
      if (input && input.size > 0) yield { name: each, input, lastModified: input.lastModified }
    }
  }
  const folder = await openFolder(path, { create: true, ...(openRoot && { openRoot }) })
  const handle = await folder.getFileHandle('packed.zip', { create: true })
  await downloadZip(entries()).body?.pipeTo(await handle.createWritable())
  return new File([await handle.getFile()], `${name}.zip`, { type: 'application/zip' })
}
