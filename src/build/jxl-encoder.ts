import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What icodec 0.6.0 makes functions of texts with, which the content policy forbids, and the same without. */
const withoutEval = [
  [
    'newFunc(Function,args)(...closureArgs)',
    `(...values) => {
      const destructors = []
      const wired = values.map((value, at) => argTypes[at + 2].toWireType(destructors, value))
      const result = cppInvokerFunc(cppTargetFunc, ...wired)
      runDestructors(destructors)
      return returns ? argTypes[0].fromWireType(result) : undefined
    }`,
  ],
  [
    'newFunc(Function,params)(...args)',
    `(obj, func, destructorsRef, from) => {
      const values = types.map((type) => {
        const value = type.readValueFromPointer(from)
        from += type.argPackAdvance
        return value
      })
      if (kind === 0) values.unshift(obj)
      const result = kind === 1 ? new func(...values) : func.call(...values)
      return retType.isVoid ? undefined : emval_returnValue(retType, destructorsRef, result)
    }`,
  ],
] as const

const withinPolicy: Plugin = {
  name: 'jxl-encoder-policy',
  enforce: 'pre',
  transform: {
    filter: { id: /icodec\/dist\/jxl-enc\.js/ },
    handler: (code) => {
      let allowed = code
      for (const [text, other] of withoutEval) {
        if (!code.includes(text)) throw new Error(`icodec has another version, without ${text}`)
        allowed = allowed.replace(text, () => other)
      }
      return allowed
    },
  },
}

/**
 * Has `icodec/jxl-enc.js` be libjxl's encoder alone, since the package exports its encoders all together, with one of
 * HEIC under the GPL; and makes it work under the content policy.
 */
export const jxlEncoder = (): Plugin => ({
  ...withinPolicy,
  name: 'jxl-encoder',
  // A worker is bundled apart, with plugins of its own.
  config: () => ({
    resolve: {
      alias: {
        'icodec/jxl-enc.js': fileURLToPath(new URL('jxl-enc.js', import.meta.resolve('icodec/jxl-enc.wasm'))),
      },
    },
    worker: { plugins: () => [withinPolicy] },
  }),
})
