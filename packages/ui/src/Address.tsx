import { Fragment, type ReactElement } from 'react'

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

export type AddressProps = {
  value: string
  /** `short` (default): 0x1234…abcd. `long`: everything, in groups of four, for comparing. */
  form?: 'short' | 'long' | undefined
}

/**
 * An address, left to right in any language. The gaps of the long form are drawn, so a selection copies the plain address.
 * @example <Address value={to} form="long" />
 */
export function Address({ value, form = 'short' }: AddressProps): ReactElement {
  if (form === 'short') {
    return (
      <bdi className="lk-address" dir="ltr" title={value}>
        {shortAddress(value)}
      </bdi>
    )
  }
  return (
    <bdi className="lk-address" data-form="long" data-prefix={value.startsWith('0x') || undefined} dir="ltr">
      {groupByFour(value).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups have no identity but their place.
        <Fragment key={index}>
          <span>{group}</span>
          {index === 0 && group === '0x' ? null : <wbr />}
        </Fragment>
      ))}
    </bdi>
  )
}
