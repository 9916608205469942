import { openHeirlooms } from '#channel/heirlooms.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const { probeVideo, estimateMattes, tryFrames } = openVideoMatteEngine(openHeirlooms())

const api = { probeVideo, estimateMattes, tryFrames }

export type VideoMatteApi = typeof api

serve(api)
