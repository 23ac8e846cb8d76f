/**
 * Reads fields of a MessageEvent through the getters of the platform, captured when this module is first evaluated:
 * code that runs later and replaces `MessageEvent.prototype.origin` cannot change what the handshake sees.
 */
const prototype = typeof MessageEvent === 'undefined' ? undefined : MessageEvent.prototype
const getterOf = (name: 'data' | 'origin' | 'source' | 'ports') =>
  prototype && Object.getOwnPropertyDescriptor(prototype, name)?.get
const getters = {
  data: getterOf('data'),
  origin: getterOf('origin'),
  source: getterOf('source'),
  ports: getterOf('ports'),
}

export type MessageFields = {
  data: unknown
  origin: unknown
  source: unknown
  ports: readonly MessagePort[]
}

/** @throws TypeError for an object that is not a MessageEvent of the platform */
export function messageFields(event: MessageEvent): MessageFields {
  const read = (name: keyof typeof getters): unknown => getters[name]?.call(event)
  return {
    data: read('data'),
    origin: read('origin'),
    source: read('source'),
    ports: read('ports') as readonly MessagePort[],
  }
}
