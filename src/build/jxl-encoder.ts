import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Code of icodec 0.6.0 that makes functions from strings, which the content policy forbids, and its replacement. */
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
 * Makes `icodec/jxl-enc.js` libjxl's encoder alone, because the package exports its encoders together, including one of
 * HEIC under the GPL; and adapts it to the content policy.
 */
export const jxlEncoder = (): Plugin => ({
  ...withinPolicy,
  name: 'jxl-encoder',
  // Workers are bundled separately, with their own plugins.
  config: () => ({
    resolve: {
      alias: {
        'icodec/jxl-enc.js': fileURLToPath(new URL('jxl-enc.js', import.meta.resolve('icodec/jxl-enc.wasm'))),
      },
    },
    worker: { plugins: () => [withinPolicy] },
  }),
})
