import { build } from 'vite'

/** Builds the studio for one base path into `outDir` (the configured one by default), as `npm run build` does. */
export const buildStudio = async (base: string, outDir = 'dist'): Promise<void> => {
  await build({ base, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
}
