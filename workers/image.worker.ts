import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import { openImageEditEngine } from '#pipeline/image-edit-engine.ts'
import { openImageEngine } from '#pipeline/image-engine.ts'

const blobs = createPersistentBlobs()
const modules = createSharedModules()
const { removeImage, prepareEdits, lookCloser, warm, describe, listFiles, deleteFiles } = openImageEngine(
  blobs,
  modules,
)
const networkApi = { removeImage, prepareEdits, lookCloser, warm, describe, listFiles, deleteFiles }
const { editImage, openEdits, outlineClick, proposeCutouts } = openImageEditEngine(blobs)
const editApi = { editImage, openEdits, outlineClick, proposeCutouts }

/** What a page asks of the worker that runs networks. */
export type ImageApi = typeof networkApi

/** What a page asks of a second worker of this script: edits, which never wait for a network there. */
export type ImageEditApi = typeof editApi

// One script for both, since they share nearly all of their code: a page fetches and keeps it once.
serve({ ...networkApi, ...editApi }, { blobs, modules })
