import { Fragment, type ReactElement } from 'react'
import { groupByFour, shortAddress } from './formatAddress.ts'

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
