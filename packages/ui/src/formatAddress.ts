/**
 * The short form of an address: the first and the last characters round an ellipsis. A prefix `0x` does not count.
 * @example shortAddress('0x52908400098527886E0F7030069857D2E4169EE7') // '0x5290…9EE7'
 */
export const shortAddress = (address: string, edge = 4): string => {
  const head = address.startsWith('0x') ? edge + 2 : edge
  return address.length <= head + edge + 1 ? address : `${address.slice(0, head)}…${address.slice(-edge)}`
}

/**
 * The whole address in groups of four, for comparing. A prefix `0x` is a group of its own. Joined again, the groups are the address.
 * @example groupByFour('0x52908400') // ['0x', '5290', '8400']
 */
export const groupByFour = (address: string): string[] => {
  const prefix = address.startsWith('0x') ? ['0x'] : []
  const body = prefix.length > 0 ? address.slice(2) : address
  return [...prefix, ...(body.match(/[\s\S]{1,4}/g) ?? [])]
}
