import { Banner } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useHomeSay } from '../locales/useHomeSay.ts'

/** Says that the operator has turned buying and swapping off where the visitor is (spec 6). */
export function RestrictedNotice(): ReactElement {
  const say = useHomeSay()
  return (
    <Banner tone="info" role="status" title={say('restricted.title')}>
      {say('restricted.help')}
    </Banner>
  )
}
