import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import { openImageEngine } from '#pipeline/image-engine.ts'

const blobs = createPersistentBlobs()
const modules = createSharedModules()
const api = openImageEngine(blobs, modules)

/**
 * The functions for the page. Two workers run this script: one runs the networks, the other edits with their results.
 */
export type ImageApi = typeof api

serve(api, { blobs, modules })
