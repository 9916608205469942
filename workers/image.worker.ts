import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import { openImageEngine } from '#pipeline/image-engine.ts'

const blobs = createPersistentBlobs()
const modules = createSharedModules()
const api = openImageEngine(blobs, modules)

/**
 * What the page may call. Two workers run this script: one has the networks, the other edits with what that one made.
 */
export type ImageApi = typeof api

serve(api, { blobs, modules })
