import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { openImageEngine } from '#pipeline/image-engine.ts'

const blobs = createPersistentBlobs()
const { removeImage, prepareEdits, warm, describe, listFiles, deleteFiles } = openImageEngine(blobs)

const api = { removeImage, prepareEdits, warm, describe, listFiles, deleteFiles }

export type ImageApi = typeof api

serve(api, { blobs })
