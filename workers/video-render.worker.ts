import { serve } from '#channel/serve.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'

const { renderVideo, packFrames, strip, film, trim } = openVideoRenderEngine()

const api = { renderVideo, packFrames, strip, film, trim }

export type VideoRenderApi = typeof api

serve(api)
