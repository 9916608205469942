import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const blobs = createPersistentBlobs()
const modules = createSharedModules()
const api = openVideoMatteEngine(blobs, modules)

/** The functions for the page. */
export type VideoMatteApi = typeof api

serve(api, { blobs, modules })
