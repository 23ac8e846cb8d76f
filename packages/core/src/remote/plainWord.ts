/** A name in the form that events take, or nothing: what looks like an address of a person or a page is left out. */
export function plainWord<Key extends string>(key: Key, text: unknown): { [K in Key]?: string } {
  const isPlain = typeof text === 'string' && text !== '' && !/[@?#\p{Cc}]/u.test(text)
  return (isPlain ? { [key]: text.slice(0, 64) } : {}) as { [K in Key]?: string }
}
