import type { EmscriptenCore } from '@ffmpeg/core'

/**
 * The used internals of @ffmpeg/core belong to this version; test/unit/codecs/video/pinned-packages.test.ts lists the
 * checks for a new version.
 */
export const ffmpegCoreVersion = '0.12.10'

/** The minified exports of Emscripten's `stackSave` and `stackRestore` in this build. */
const names = { stackSave: 'Da', stackRestore: 'Ea' } as const

/** The address of the top of the empty stack in this build, to verify the names above. */
const topOfStack = 14_608_160

/**
 * Emscripten's default of 64 KiB is too small for libvpx and others, which then write into the heap (ffmpegwasm#679).
 */
const stackBytes = 16 << 20

/** Gives the program a stack of 16 MiB, which is allocated on its heap. Throws for another build of @ffmpeg/core. */
export const enlargeStack = (core: EmscriptenCore): void => {
  const { [names.stackSave]: stackSave, [names.stackRestore]: stackRestore } = core.asm
  if (stackSave?.() !== topOfStack || !stackRestore) {
    throw new Error(`This is not @ffmpeg/core ${ffmpegCoreVersion}, for which its internals are known`)
  }
  // The stack grows downwards, in steps of 16 bytes.
  stackRestore((core._malloc(stackBytes) + stackBytes) & ~15)
}
