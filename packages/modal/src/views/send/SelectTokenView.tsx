import { goBack } from '@latchkey/core'
import { tokenIdOf } from '@latchkey/core/transfer'
import { useConfig } from '@latchkey/react'
import { Amount, Row, Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useLocalAmount } from '../../locales/formatLocalAmount.ts'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { TokenSearch } from '../../parts/TokenSearch.tsx'
import css from './send.css?inline'
import { useTransfer } from './useTransfer.ts'

/** What can be sent: the tokens of the account. */
export function SelectTokenView(): ReactElement {
  const config = useConfig()
  const write = useLocalAmount()
  const { tokens, token, change } = useTransfer()
  return (
    <>
      <StyleSheet css={css} />
      <TokenSearch tokens={tokens}>
        {(found) =>
          found?.map((one) => (
            <Row
              key={tokenIdOf(one)}
              icon={<TokenIcon token={one} />}
              label={<bdi>{one.name}</bdi>}
              sublabel={<bdi>{one.symbol}</bdi>}
              trailing={<Amount value={write(one.quantity.numeric)} />}
              current={one === token}
              onClick={() => {
                change({ tokenId: tokenIdOf(one), unit: 'token', ...(one === token ? {} : { amount: '' }) })
                goBack(config)
              }}
            />
          )) ?? <Skeleton shape="row" />
        }
      </TokenSearch>
    </>
  )
}
