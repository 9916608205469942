declare module 'virtual:model-catalog' {
  /** Written by the build, src/build/model-assets.ts. */
  export const catalog: import('./network-catalog.ts').ModelCatalog
}
