/** Whether a message is one of ours of this kind: comlink's own go the same way. */
export const isOfKind = <T extends { kind: string }>(data: unknown, kind: T['kind']): data is T =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === kind
