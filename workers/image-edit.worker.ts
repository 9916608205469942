import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { openImageEditEngine } from '#pipeline/image-edit-engine.ts'

const blobs = createPersistentBlobs()
const { editImage, openEdits, outlineClick } = openImageEditEngine(blobs)

const api = { editImage, openEdits, outlineClick }

export type ImageEditApi = typeof api

serve(api, { blobs })
