import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

type BundledScript = {
  /** The root of the project. */
  readonly root: string
  /** Its source, a path from the root. */
  readonly source: string
  /** What it is called below the base path, where its name never changes. */
  readonly file: string
  readonly minify: boolean
}

/** The code of a classic script, with all that it imports. */
export const bundleScript = async ({ root, source, file, minify }: BundledScript): Promise<string> => {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify,
      rolldownOptions: {
        input: join(root, source),
        output: { format: 'iife', entryFileNames: file },
      },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
