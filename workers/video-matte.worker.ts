import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const blobs = createPersistentBlobs()
const engine = openVideoMatteEngine(blobs)
const { probeVideo, hashVideo, checkSize, warm, estimateMattes, samplePreviews } = engine
const { writableFormats, carryEdits, editFrame, prepareFrame } = engine

const api = {
  ...{ probeVideo, hashVideo, checkSize, warm, estimateMattes, samplePreviews },
  ...{ writableFormats, carryEdits, editFrame, prepareFrame },
}

export type VideoMatteApi = typeof api

serve(api, { blobs })
