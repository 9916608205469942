import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const blobs = createPersistentBlobs()
const modules = createSharedModules()
const engine = openVideoMatteEngine(blobs, modules)
const { probeVideo, hashVideo, checkSize, warm, estimateMattes, samplePreviews } = engine
const { writableFormats, carryEdits, editFrame, prepareFrame } = engine

const api = {
  ...{ probeVideo, hashVideo, checkSize, warm, estimateMattes, samplePreviews },
  ...{ writableFormats, carryEdits, editFrame, prepareFrame },
}

export type VideoMatteApi = typeof api

serve(api, { blobs, modules })
