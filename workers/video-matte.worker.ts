import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const blobs = createPersistentBlobs()
const modules = createSharedModules()
const engine = openVideoMatteEngine(blobs, modules)
const { probeVideo, hashVideo, warm, estimateMattes, samplePreviews } = engine
const { carryEdits, editFrame, prepareFrame } = engine

const api = {
  ...{ probeVideo, hashVideo, warm, estimateMattes, samplePreviews },
  ...{ carryEdits, editFrame, prepareFrame },
}

/** What the page may call. */
export type VideoMatteApi = typeof api

serve(api, { blobs, modules })
