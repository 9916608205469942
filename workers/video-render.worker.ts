import { serve } from '#channel/serve.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'

const { renderVideo, packFrames, thumbnails, previewFrames, alphaFrames, rateMattes, findSubject, trim } =
  openVideoRenderEngine()

const api = { renderVideo, packFrames, thumbnails, previewFrames, alphaFrames, rateMattes, findSubject, trim }

export type VideoRenderApi = typeof api

serve(api)
