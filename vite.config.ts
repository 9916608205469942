import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { isolationHeaders, studioBase } from '#build/serve-studio.ts'
import { chunkList } from './src/build/chunk-list.ts'
import { contentPolicy } from './src/build/content-policy.ts'
import { ffmpegAssets } from './src/build/ffmpeg-assets.ts'
import { jxlEncoder } from './src/build/jxl-encoder.ts'
import { modelAssets } from './src/build/model-assets.ts'
import { codecChunk, serviceWorkerAssets } from './src/build/service-worker-assets.ts'
import { studioDocuments } from './src/build/studio-documents.ts'
import { testProjects } from './test/support/test-projects.ts'

/** How long each plugin took is not news. */
const quiet = { checks: { pluginTimings: false } }

export default defineConfig({
  base: studioBase(process.env.BASE_PATH),
  plugins: [
    react(),
    tailwindcss(),
    modelAssets(),
    ffmpegAssets(),
    jxlEncoder(),
    serviceWorkerAssets(),
    contentPolicy(),
    studioDocuments(),
    chunkList(),
  ],
  worker: { format: 'es', rolldownOptions: { ...quiet, output: { chunkFileNames: codecChunk } } },
  server: { headers: isolationHeaders },
  optimizeDeps: {
    // Its files find each other by `import.meta.url`, which pre-bundling would move.
    exclude: ['@ffmpeg/core', 'icodec/jxl-enc.js', 'onnxruntime-web'],
    // Known from the start, so that none is met half-way and reloads a page under test.
    include: [
      '@jsquash/avif/codec/enc/avif_enc.js',
      '@jsquash/avif/meta.js',
      '@jsquash/webp/codec/enc/webp_enc_simd.js',
      '@jsquash/webp/meta.js',
      '@mediabunny/aac-encoder',
      '@tanstack/react-query',
      'ag-psd',
      'client-zip',
      'color-name',
      'comlink',
      'idb',
      'libheif-js/libheif-wasm/libheif.js',
      'gifenc',
      'jxl-oxide-wasm',
      'lucide-react',
      'mediabunny',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'valibot',
    ],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      ...quiet,
      output: {
        codeSplitting: {
          groups: [
            // One file compresses better than thirty, and is one request.
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  test: { projects: testProjects },
})
